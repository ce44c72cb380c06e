"""`manage.py play --human`: a person at a terminal, here one whose lines were written beforehand."""

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from cards.printed import card_set
from cards.selectors import printed
from gameplay.engine.record import verify
from gameplay.games import RULESETS


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
            call_command("play", "--human", "--variant", "sample", "--seed", "1", "--record", str(record), *options)
        except SystemExit as end:
            code = int(end.code or 0)
        text = record.read_text(encoding="utf-8")
        assert verify(text, RULESETS, printed).verdict == "EXACT"
        return code, capsys.readouterr().out, json.loads(text)

    return playing


def after(text: str, mark: str) -> str:
    return text.rpartition(mark)[2]


@pytest.mark.parametrize("seat", ["1", "2"])
def test_a_person_plays_a_whole_game_against_a_bot(play: Any, seat: str):
    code, read, record = play(Person(*["1"] * 2000), "--seat", seat)

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


@pytest.mark.parametrize("typed", ["0", "99", "-1", "1.5", "²", "x" * 5000, "attack"])
def test_what_is_no_answer_is_refused_and_asked_again(play: Any, typed: str):
    _, read, record = play(Person(typed))

    assert "There is no option" in read
    assert read.count("? for help:") == 2
    assert not [entry for entry in record["entries"] if isinstance(entry, list)]


def test_the_text_of_a_card_is_read_by_answer_and_by_name(play: Any):
    _, read, _ = play(Person("text 1", "text zzz", "text"), "--lang", "en")

    first = card_of_the_first_answer(read)
    assert f"{first}. " in read.split("? for help:")[1]
    assert read.count("You see no such card.") == 2


def card_of_the_first_answer(read: str) -> str:
    line = next(line for line in read.splitlines() if line.startswith("1. "))
    names = [card.name.en for card in card_set("enemy", "SD").cards]
    return max((name for name in names if name in line), key=len)


def test_a_choice_is_taken_back_while_nothing_was_revealed_since(play: Any):
    _, read, record = play(Person(*["1", "u"] * 30))

    assert "Your last choice stands" in re.sub(r"\s+", " ", read)
    assert "takes the last choice back." in read
    assert "take_back" in {entry[0] for entry in record["entries"] if isinstance(entry, list)}


def test_a_concession_is_asked_twice(play: Any):
    _, read, record = play(Person("concede", "no", "concede", "concede"), "--seat", "2")

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
    _, read, _ = play(Person("table"), "--lang", "ja")

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
