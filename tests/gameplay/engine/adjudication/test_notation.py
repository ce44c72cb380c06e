"""Entries of a log: their meaning by the first matching template."""

from dataclasses import replace
from typing import Any

import pytest

from gameplay.engine.adjudication.notation import (
    Notation,
    ObservedEvents,
    ReportEntry,
    Vocabulary,
    entry_text,
    notation_of,
)
from gameplay.engine.adjudication.notation_reader import NotationReader, UnknownEntryError
from gameplay.games import RULESETS
from tests.gameplay.engine.nim import SENTENCES

TEMPLATES: dict[str, tuple[str, ...]] = {
    "took": ("take {card}", "{card} taken"),
    "over": ("end {number}", "end {card}"),
    "swapped": ("swap {card}", "swap {card} for {card_old}"),
    "time": ("time", "time!"),
}
NOTATION: Notation = replace(
    notation_of(RULESETS["enemy"]),
    words=Vocabulary(
        templates=TEMPLATES,
        extra_event_fields={"over": ("number", "card"), "swapped": ("card", "card_old")},
        shorthands=((r"take two (\w+)", (r"take \1", r"take \1")),),
    ),
)
KNOWN = {"fox": ("Fox",), "7": ("Seven",), "elk": ("Elk", "Elk X")}


def find_own(name: str) -> tuple[Any, ...]:
    return KNOWN.get(name.casefold(), ())


def find_all(name: str) -> tuple[Any, ...]:
    return ("Owl",) if name.casefold() == "owl" else find_own(name)


def reader() -> NotationReader:
    return NotationReader(NOTATION, SENTENCES, ["Alice", "Bob"], (find_own, find_all), file="log.json")


def meanings(entry: ReportEntry) -> list[tuple[str, dict[str, Any]]]:
    return [(pattern.code, dict(pattern.fields)) for pattern in entry.patterns]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("take Fox", [("took", {"card": ("Fox",)})]),
        ("TAKE  elk", [("took", {"card": ("Elk", "Elk X")})]),
        ("owl taken", [("took", {"card": ("Owl",)})]),
        ("Bob: take Fox", [("took", {"card": ("Fox",), "seat": 1})]),
        ("alice:take Fox", [("took", {"card": ("Fox",), "seat": 0})]),
        ("end 7", [("over", {"number": 7})]),
        ("end -7", [("over", {"number": -7})]),
        ("end Fox", [("over", {"card": ("Fox",)})]),
        ("Bob: time", [("time", {})]),
        ("Bob：take Fox；", [("took", {"card": ("Fox",), "seat": 1})]),
        ("end －１０", [("over", {"number": -10})]),
    ],
)
def test_entry_has_the_meaning_of_the_first_matching_template(text: str, expected: list[tuple[str, dict[str, Any]]]):
    [entry] = reader().read_line(text, 1)

    assert meanings(entry) == expected


def test_entries_are_numbered_through_the_game_and_keep_their_text():
    log = reader()
    entries = [*log.read_line("take Fox;; take  Elk", 1), *log.read_line("", 2), *log.read_line(" time ;", 3)]

    assert [(entry.number, entry.turn, entry.text) for entry in entries] == [
        (0, 1, "take Fox"),
        (1, 1, "take Elk"),
        (2, 3, "time"),
    ]
    assert [entry.codes for entry in entries] == [{"took"}, {"took"}, {"time"}]


def test_passes_are_counted_and_say_nothing():
    entries = reader().read_line("pass; Bob: passes; take Fox; end of turn; time", 1)

    assert [(entry.number, entry.text) for entry in entries] == [(2, "take Fox"), (4, "time")]


def test_shorthand_is_one_entry_with_several_events():
    entries = reader().read_line("Bob: Take two Fox; time", 1)

    assert [(entry.number, entry.text) for entry in entries] == [
        (0, "Bob: Take two Fox"),
        (0, "Bob: Take two Fox"),
        (1, "time"),
    ]
    assert meanings(entries[1]) == [("took", {"card": ("Fox",), "seat": 1})]


@pytest.mark.parametrize(
    ("text", "card", "reason"),
    [
        ("take Wolf", "Wolf", "there is no card 'Wolf'"),
        ("Wolf taken", "Wolf", "there is no card 'Wolf'"),
        ("dance", "", "this is not an entry of a log"),
        ("take", "", "this is not an entry of a log; did you mean take ...?"),
        ("tke Fox", "", "this is not an entry of a log; did you mean take ...?"),
        ("Fox end", "", "this is not an entry of a log; did you mean end ...?"),
        ("Charlie: time", "", "this is not an entry of a log; did you mean Alice: ... or Bob: ...?"),
        ("Bob takes Fox", "", "this is not an entry of a log; did you mean Bob: take ...?"),
        ("Bob dances", "", "this is not an entry of a log; did you mean Bob: ...?"),
        ("swap Wolf for Fox", "Wolf", "there is no card 'Wolf'"),
    ],
)
def test_unknown_entry_is_refused_with_the_unknown_card(text: str, card: str, reason: str):
    log = reader()
    log.read_line("time", 1)

    with pytest.raises(UnknownEntryError) as refusal:
        log.read_line(text, 2)

    assert (refusal.value.entry, refusal.value.card) == (ReportEntry(1, 2, text, ()), card)
    assert str(refusal.value) == f"log.json: turn 2, {text!r}: {reason}"


def test_single_card_lookup_is_sufficient():
    with pytest.raises(UnknownEntryError, match="there is no card 'Owl'"):
        NotationReader(NOTATION, SENTENCES, ["Alice", "Bob"], (find_own,)).read_line("take Owl", 1)


def test_event_is_written_with_its_first_template():
    def words(*event: Any) -> str:
        return entry_text(NOTATION, SENTENCES, event, name=lambda card: f"N-{card}")

    assert [words("took", 0, 4), words("time"), words("turn", 0)] == ["take N-4", "time", ""]


def test_observed_event_is_followed_by_its_implied_events():
    observed: list[Any] = []
    table = object()
    events = ObservedEvents(
        table, lambda at, event: [("more", at is table)] if event == ("once",) else [], observed.append
    )
    events.append(("once",))
    events.append(("twice",))

    assert events == observed == [("once",), ("more", True), ("twice",)]
