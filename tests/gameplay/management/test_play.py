"""`manage.py play --human`: a person at a terminal, here one whose lines were written beforehand."""

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
from gameplay.engine.core.record import verify_record
from gameplay.games import RULESETS

SAMPLE = ("--human", "--variant", "sample")


class Person(io.StringIO):
    """Types these lines, and then, if told so, presses Ctrl-C."""

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
    """Let a person play; return the exit code, what they read and the record."""

    def playing(person: Person, *options: str) -> tuple[int, str, dict[str, Any]]:
        monkeypatch.setattr(sys, "stdin", person)
        monkeypatch.setenv("COLUMNS", "60")
        record, code = tmp_path / "record.json", 0
        try:
            call_command("play", "--seed", "1", "--record", str(record), *(options or SAMPLE))
        except SystemExit as end:
            code = int(end.code or 0)
        text = record.read_text(encoding="utf-8")
        assert verify_record(text, RULESETS, get_printed_card).verdict == "EXACT"
        return code, capsys.readouterr().out, json.loads(text)

    return playing


def after(text: str, mark: str) -> str:
    return text.rpartition(mark)[2]


@pytest.mark.parametrize("seat", ["1", "2"])
def test_a_person_plays_a_whole_game_against_a_bot(play: Any, seat: str):
    code, read, record = play(Person(*["1"] * 2000), "--human", seat, "--variant", "sample")

    assert code == 0
    winners = record["outcome"]["winners"]
    title = "You win this game" if winners == [int(seat) - 1] else "Bot wins this game" if winners else "A drawn game"
    assert title in after(read, "Your choice")
    assert max(len(line) for line in read.splitlines()) <= 60


def test_what_happens_is_told_with_its_clause_and_the_question_with_its_reason(play: Any):
    _, read, _ = play(Person("why"))

    assert "Turn 1: Player. (ENE-3.6)" in read
    assert "ENE-6.1: One play a turn, unless a text grants more." in after(read, "Your play. Plays left: 1.")


def test_the_other_sides_cards_are_told_by_number_only(play: Any):
    _, read, _ = play(Person(*["1"] * 8))

    assert "Bot draws a card." in read
    assert set(re.findall(r"Bot draws (.*?)[.:]", read)) - {"a card"} <= set(
        re.findall(r"Bot draws (.*?): destiny", read)
    )
    assert "Bot: Deck" in read


def test_every_card_of_the_hand_is_told_with_its_cost(play: Any):
    _, read, _ = play(Person(), "--human", "1", "--game", "hagmi", "--variant", "tactics")

    hand = after(read, "Your hand:").partition("\n\n")[0]
    assert len(re.findall(r"\),\s+Cost \d", hand)) == hand.count("(")


@pytest.mark.parametrize("typed", ["0", "99", "-1", "1.5", "²", "x" * 5000, "attack"])
def test_what_is_no_answer_is_refused_and_asked_again(play: Any, typed: str):
    _, read, record = play(Person(typed))

    assert "There is no option" in read
    assert read.count("? for help:") == 2
    assert not [entry for entry in record["entries"] if isinstance(entry, list)]


def test_the_text_of_a_card_is_read_by_answer_and_by_name(play: Any):
    _, read, _ = play(Person("text 1", "text zzz", "text"))

    first = card_of_the_first_answer(read)
    assert f"{first}. " in read.split("? for help:")[1]
    assert read.count("You see no such card.") == 2


def card_of_the_first_answer(read: str) -> str:
    line = next(line for line in read.splitlines() if line.startswith("1. "))
    names = [card.name.en for card in bundled_card_set("enemy", "SD").cards]
    return max((name for name in names if name in line), key=len)


def test_a_choice_is_taken_back_while_nothing_was_revealed_since(play: Any):
    _, read, record = play(Person(*["1", "u"] * 30))

    assert "Your last choice stands" in re.sub(r"\s+", " ", read)
    assert "takes the last choice back." in read
    assert "take_back" in {entry[0] for entry in record["entries"] if isinstance(entry, list)}


def test_a_concession_is_asked_twice(play: Any):
    _, read, record = play(Person("concede", "no", "concede", "concede"), "--human", "2", "--variant", "sample")

    assert record["outcome"]["reason"] == "concede"
    assert record["outcome"]["winners"] == [0]
    assert read.count("Give the game up?") == 2


@pytest.mark.parametrize("person", [Person("1", "1"), Person("1", "1", interrupts=True), Person("1", "1", "quit")])
def test_whoever_leaves_leaves_a_record_of_what_was_played(play: Any, person: Person):
    code, read, record = play(person)

    assert code == 1
    assert read.rstrip().endswith("You leave the game unfinished.")
    assert record["outcome"] is None
    assert len([entry for entry in record["entries"] if isinstance(entry, list)]) >= 2


def test_cards_are_read_in_the_language_asked_for(play: Any):
    _, read, _ = play(Person("table"), *SAMPLE, "--lang", "ja")

    assert "モンスター" in read


def test_a_terminal_without_japanese_letters_shows_what_it_can(monkeypatch: pytest.MonkeyPatch):
    shown = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", Person("table"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(shown, encoding="ascii", write_through=True))

    with pytest.raises(SystemExit):
        call_command("play", "--human", "--variant", "sample", "--lang", "ja")

    assert b"Seed" in shown.getvalue()


def test_without_a_seed_every_game_is_another(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    told = []
    for _ in range(2):
        monkeypatch.setattr(sys, "stdin", Person())
        with pytest.raises(SystemExit):
            call_command("play", "--human", "--variant", "sample")
        told.append(next(line for line in capsys.readouterr().out.splitlines() if line.startswith("Seed")))

    assert told[0] != told[1]


def modes() -> list[tuple[str, str, int]]:
    return [
        (ruleset.name, variant, seats)
        for ruleset in RULESETS.values()
        for variant in ruleset.variants
        for seats in ruleset.player_counts_of(variant)
    ]


@pytest.mark.parametrize(("game", "variant", "seats"), modes())
def test_a_person_plays_among_bots_in_every_mode(play: Any, game: str, variant: str, seats: int):
    options = ("--human", str(seats), "--game", game, "--variant", variant, "--players", str(seats))
    code, read, record = play(Person(*["1"] * 3000), *options)

    assert code == 0
    assert len(record["decks"]) == seats
    assert record["outcome"]["reason"] in RULESETS[game].sentences.terms["reason"]
    assert max(len(line) for line in read.splitlines()) <= 60


def test_several_people_take_turns_at_the_screen_and_read_only_their_own(play: Any):
    """Whatever is typed brings who is asked to the screen; "1" is an answer, then "table" tells what is chosen."""
    _, read, record = play(Person(*["1", "table"] * 12), "--human", "1,2,3", "--game", "rm2k", "--players", "3")

    comes = re.compile(r"(Player \d) is asked\. Press Enter when only you look: ")
    _, *parts = comes.split(" ".join(read.split()))
    assert parts[:6:2] == ["Player 1", "Player 2", "Player 3"]
    assert "chosen to begin with" in " ".join(parts[1:6:2])
    names = [{get_printed_card("rm2k", ref).name.en for ref in deck} for deck in record["decks"]]
    for reader, words in zip(parts[:6:2], parts[1:6:2], strict=True):
        own = names[int(reader[-1]) - 1]
        assert "Choose your Main User, in secret." in words
        assert [name for name in set().union(*names) - own if name in words] == []


def test_teams_are_told_and_who_wins_with_whom(play: Any):
    code, read, record = play(
        Person(*["1"] * 4000), "--human", "--game", "hagmi", "--variant", "team", "--bots", "random"
    )

    assert code == 0
    assert "You and Bot 3 against Bot 2 and Bot 4" in read
    assert "Bot 3 (your teammate):" in read
    winners = record["outcome"]["winners"]
    titles = {(0, 2): "You and Bot 3 win this game", (1, 3): "Bot 2 and Bot 4 win this game", (): "A drawn game"}
    assert titles[tuple(winners)] in read


def test_the_others_play_on_when_one_of_several_gives_up(play: Any):
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
        (("--game", "rm2k", "--players", "3", "--bots", "greedy,random"), 2),
        (("--game", "rm2k", "--variant", "draft"), 2),
    ],
)
def test_what_cannot_be_played_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], code: int
):
    monkeypatch.setattr(sys, "stdin", Person())
    with pytest.raises(SystemExit) as end:
        call_command("play", *options)

    said = capsys.readouterr().err
    assert end.value.code == code
    assert len(said.splitlines()) == 1
    assert ("HAG-13.1" in said) == (code == 1)
