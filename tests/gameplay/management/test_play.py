"""`manage.py play --human`: a person at a terminal, with prepared input."""

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from cards.printed import bundled_card_set
from cards.selectors import get_printed_card
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from gameplay.selectors.clauses import clauses

SAMPLE = ("--human", "--variant", "sample")


class Person(io.StringIO):
    """Standard input with these lines, then optionally Ctrl-C."""

    def __init__(self, *lines: str, interrupts: bool = False) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self.interrupts = interrupts

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as typeshed's StringIO
        line = super().readline(-1)
        if self.interrupts and not line:
            raise KeyboardInterrupt
        return line


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """Return a function that plays a game and returns the exit status, the output and the record."""

    def play_game(person: Person, *options: str) -> tuple[int, str, dict[str, Any]]:
        monkeypatch.setattr(sys, "stdin", person)
        monkeypatch.setenv("COLUMNS", "60")
        record, code = tmp_path / "record.json", 0
        try:
            call_command("play", "--seed", "1", "--record", str(record), *(options or SAMPLE))
        except SystemExit as stop:
            code = int(stop.code or 0)
        text = record.read_text(encoding="utf-8")
        assert verify_record(text, RULESETS, get_printed_card).verdict == "EXACT"
        return code, capsys.readouterr().out, json.loads(text)

    return play_game


def after(text: str, mark: str) -> str:
    return text.rpartition(mark)[2]


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("seat", ["1", "2"])
def test_person_plays_a_whole_game_against_a_bot(play: Any, seat: str):
    code, output, record = play(Person(*["1"] * 2000), "--human", seat, "--variant", "sample")

    assert code == 0
    winners = record["outcome"]["winners"]
    title = "You win this game" if winners == [int(seat) - 1] else "Bot wins this game" if winners else "A drawn game"
    assert title in after(output, "Your choice")
    assert max(len(line) for line in output.splitlines()) <= 60


def test_events_have_clauses_and_why_prints_the_clause_of_the_question(play: Any):
    _, output, _ = play(Person("why"))

    assert "Turn 1: Player. (ENE-3.6)" in output
    rule = clauses("enemy")["ENE-6.1"].summary.en
    assert f"ENE-6.1: {rule}" in one_line(after(output, "Make a play. Plays left: 1."))


@pytest.mark.parametrize(("game", "variant"), [("enemy", "full"), ("hagmi", "tactics"), ("rm2k", "standard")])
def test_why_and_a_name_print_what_the_card_can_do_and_why_not(play: Any, game: str, variant: str):
    vowels = [f"why {letter}" for letter in "aeiou"]
    _, output, _ = play(Person("why Nobody", "1", "1", "1", *vowels), "--human", "--game", game, "--variant", variant)

    assert "You cannot see a card with this name." in output
    lines = one_line(after(output, "why a"))
    assert "Possible now." in lines
    assert re.search(r"\. \((ENE|HAG|RM)-[\d.]+\)", lines)


def test_opponents_draws_do_not_show_the_cards(play: Any):
    _, output, _ = play(Person(*["1"] * 8))

    assert "Bot draws a card." in output
    assert set(re.findall(r"Bot draws (.*?)[.:]", output)) - {"a card"} <= set(
        re.findall(r"Bot draws (.*?): destiny", output)
    )
    assert "Bot: Deck" in output


def test_cards_of_the_hand_are_shown_with_their_cost(play: Any):
    _, output, _ = play(Person(), "--human", "1", "--game", "hagmi", "--variant", "tactics")

    hand = after(output, "Your hand:").partition("\n\n")[0]
    assert len(re.findall(r"\),\s+Cost \d", hand)) == hand.count("(")


@pytest.mark.parametrize("typed", ["0", "99", "-1", "1.5", "²", "x" * 5000, "attack"])
def test_invalid_answer_is_refused_and_asked_again(play: Any, typed: str):
    _, output, record = play(Person(typed))

    assert "There is no option" in output
    assert output.count("? for help:") == 2
    assert not [entry for entry in record["entries"] if isinstance(entry, list)]


def test_text_prints_a_card_by_option_or_name(play: Any):
    _, output, _ = play(Person("text 1", "text zzz", "text"))

    first = card_of_the_first_option(output)
    assert f"{first}. " in output.split("? for help:")[1]
    assert output.count("You cannot see a card with this name.") == 2


def card_of_the_first_option(output: str) -> str:
    line = next(line for line in output.splitlines() if line.startswith("1. "))
    names = [card.name.en for card in bundled_card_set("enemy", "SD").cards]
    return max((name for name in names if name in line), key=len)


def test_choice_is_taken_back_until_something_is_revealed(play: Any):
    _, output, record = play(Person(*["1", "u"] * 30))

    assert "You cannot take this back" in one_line(output)
    assert "takes back the last choice." in output
    assert "take_back" in {entry[0] for entry in record["entries"] if isinstance(entry, list)}


def test_concession_must_be_confirmed(play: Any):
    _, output, record = play(Person("concede", "no", "concede", "concede"), "--human", "2", "--variant", "sample")

    assert record["outcome"]["reason"] == "concede"
    assert record["outcome"]["winners"] == [0]
    assert output.count("Concede this game?") == 2


@pytest.mark.parametrize("person", [Person("1", "1"), Person("1", "1", interrupts=True), Person("1", "1", "quit")])
def test_record_is_written_if_the_player_leaves(play: Any, person: Person):
    code, output, record = play(person)

    assert code == 1
    assert output.rstrip().endswith("You left the game unfinished.")
    assert record["outcome"] is None
    assert len([entry for entry in record["entries"] if isinstance(entry, list)]) >= 2


def test_cards_are_printed_in_the_requested_language(play: Any):
    _, output, _ = play(Person("table"), *SAMPLE, "--lang", "ja")

    assert "モンスター" in output


def test_terminal_that_cannot_encode_japanese_does_not_fail(monkeypatch: pytest.MonkeyPatch):
    stdout = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", Person("table"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(stdout, encoding="ascii", write_through=True))

    with pytest.raises(SystemExit):
        call_command("play", "--human", "--variant", "sample", "--lang", "ja")

    output = stdout.getvalue().decode("ascii")
    assert ".hack//ENEMY" in output
    assert "??" in output  # characters that the terminal does not have


def test_seed_is_random_by_default(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    seeds = []
    for _ in range(2):
        monkeypatch.setattr(sys, "stdin", Person())
        with pytest.raises(SystemExit):
            call_command("play", "--human", "--variant", "sample")
        seeds.append(next(line for line in capsys.readouterr().out.splitlines() if line.startswith("Seed")))

    assert seeds[0] != seeds[1]


def modes() -> list[tuple[str, str, int]]:
    return [
        (ruleset.name, variant, seats)
        for ruleset in RULESETS.values()
        for variant in ruleset.variants
        for seats in ruleset.player_counts_of(variant)
    ]


@pytest.mark.parametrize(("game", "variant", "seats"), modes())
def test_person_plays_with_bots_in_every_mode(play: Any, game: str, variant: str, seats: int):
    options = ("--human", str(seats), "--game", game, "--variant", variant, "--players", str(seats))
    code, output, record = play(Person(*["1"] * 3000), *options)

    assert code == 0
    assert len(record["decks"]) == seats
    assert record["outcome"]["reason"] in RULESETS[game].sentences.terms["reason"]
    assert max(len(line) for line in output.splitlines()) <= 60


def test_several_people_share_the_screen_and_see_only_their_own_cards(play: Any):
    """Any line confirms the player at the screen. "1" is an answer, and "table" shows the chosen card."""
    _, output, record = play(Person(*["1", "table"] * 12), "--human", "1,2,3", "--game", "rm2k", "--players", "3")

    prompt = re.compile(r"It is (Player \d)'s turn to choose\. Press Enter when only you can see the screen: ")
    _, *parts = prompt.split(one_line(output))
    assert parts[:6:2] == ["Player 1", "Player 2", "Player 3"]
    assert "chosen to start" in " ".join(parts[1:6:2])
    names = [{get_printed_card("rm2k", ref).name.en for ref in deck} for deck in record["decks"]]
    for reader, words in zip(parts[:6:2], parts[1:6:2], strict=True):
        own = names[int(reader[-1]) - 1]
        assert "Choose your Main User in secret." in words
        assert [name for name in set().union(*names) - own if name in words] == []


def test_output_names_the_teams_and_the_winners(play: Any):
    code, output, record = play(
        Person(*["1"] * 8, "concede", "concede"), "--human", "--game", "hagmi", "--variant", "team", "--bots", "random"
    )

    assert code == 0
    assert "You and Bot 3 against Bot 2 and Bot 4" in output
    assert "Bot 3 (your teammate):" in output
    assert record["outcome"]["winners"] == [1, 3]
    assert "Bot 2 and Bot 4 win this game" in output


def test_others_play_on_when_one_of_several_concedes(play: Any):
    code, _read, record = play(
        Person("concede", "concede"), "--human", "--game", "rm2k", "--players", "3", "--bots", "random"
    )

    assert code == 0
    assert ["concede", 0] in record["entries"]
    assert record["outcome"]["winners"] != [0]
    assert record["outcome"]["reason"] != "concede" or len(record["entries"]) > 3


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--game", "hagmi", "--variant", "team", "--players", "3"), 1),
        (("--human", "5"), 2),
        (("--human", "me"), 2),
        (("--game", "rm2k", "--players", "3", "--bots", "regular,random"), 2),
        (("--game", "rm2k", "--variant", "draft"), 2),
    ],
)
def test_invalid_options_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], code: int
):
    monkeypatch.setattr(sys, "stdin", Person())
    with pytest.raises(SystemExit) as stop:
        call_command("play", *options)

    error = capsys.readouterr().err
    assert stop.value.code == code
    assert len(error.splitlines()) == 1
    assert ("HAG-13.1" in error) == (code == 1)


RM2K = ("--human", "--game", "rm2k")


def chosen(record: dict[str, Any]) -> list[str]:
    return [entry[0] for entry in record["entries"] if isinstance(entry, list)]


def test_payment_is_shown_and_made_when_confirmed(play: Any):
    _, output, record = play(Person("1", "1", "pay 3", "n", "pay 3", "y"), *RM2K)

    shown = one_line(output)
    assert shown.count("1. Sync Red Pen on Moderator of the Long Night 2. ") == 2
    assert chosen(record)[-3:] == ["sync", "pay", "pay"]


def test_turn_ends_with_one_command(play: Any):
    _, output, record = play(Person("1", "1", "end"), *RM2K)

    assert "Turn 2: Bot." in output
    before_the_bot = chosen(record)[: chosen(record).index("sync")]
    assert before_the_bot[-2:] == ["pass", "pass"]


def test_windows_of_a_turn_are_skipped(play: Any):
    _, output, _ = play(Person("1", "1", "1", "skip", "2"), *RM2K)

    assert "Respond to Closing Statement" not in output
    assert "Player plays Closing Statement instantly" in one_line(output)


@pytest.mark.parametrize("command", ["pay", "pay 99", "end"])
def test_bundle_that_is_not_possible_is_refused(play: Any, command: str):
    _, output, _ = play(Person(command))

    assert "There is no option" in output or "You cannot end your turn here" in output


def test_windows_are_not_skipped_where_others_would_notice(play: Any):
    _, output, _ = play(Person("", "skip"), "--human", "1,2", "--variant", "sample")

    assert "only person in the game" in one_line(output)
