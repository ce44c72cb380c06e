"""One false entry in a truthful account: the typical mistakes of players, written in every voice.

The mistakes are those of `faults`, found in the record of the same game. The false entry replaces the witness's note
of an event, or follows it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.adjudication.paper_log import WrittenEntry, write_entries
from gameplay.engine.core.chance import RandomStream
from tests.instruments.reported_games.faults import InjectedFault, inject_faults
from tests.instruments.reported_games.report import NAMES, BotGameReport
from tests.instruments.reported_games.voices import IN_FULL, Writer
from tests.instruments.reported_games.witness import Account, Kind, Moment, Note

NotePlace = tuple[int, int]
"""The number of a moment, and of a note in it."""


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """A fault: its name, the account with it, the false entry without a name, its turn, and the expected clauses."""

    name: str
    account: Account
    words: str
    turn: int
    clauses: tuple[str, ...]


def plant_faults(account: Account, stream: RandomStream) -> Iterator[PlantedFault]:
    """Yield one fault of each kind that is possible in the game and whose place the witness noted."""
    players = NAMES[: len(account.decks)]
    entries = tuple(write_entries(account.record, account.ruleset, account.cards, players))
    report = BotGameReport(account.ruleset, account.record, dict(account.cards), entries)
    for fault in inject_faults(report, stream):
        if planted := _planted(account, report, fault):
            yield planted


def _planted(account: Account, report: BotGameReport, fault: InjectedFault) -> PlantedFault | None:
    false = fault.report.entries[fault.entry]
    anchor = fault.entry if fault.replaces_entry else _last_noted(account, report, fault.entry)
    place = _place_of(account, report.entries, anchor)
    if place is None or false.turn != report.entries[anchor].turn:
        return None
    seat, words = _without_name(false.text)
    events = notation_of(account.ruleset).events
    kind = Kind.RESULT if report.entries[anchor].event[0] in events.results and fault.replaces_entry else Kind.DECISION
    note = Note(kind, words.replace("{", "{{").replace("}", "}}"), seat=seat, is_planted=True)
    moment, at = place
    notes = account.moments[moment].notes
    changed = [*notes[: at + (not fault.replaces_entry)], note, *notes[at + 1 :]]
    moments = list(account.moments)
    moments[moment] = Moment(moments[moment].turn, moments[moment].active, changed)
    return PlantedFault(fault.name, replace(account, moments=tuple(moments)), words, false.turn, fault.clauses)


def _last_noted(account: Account, report: BotGameReport, end: int) -> int:
    """Return the number of the last entry before ``end`` that is a decision or that the witness noted."""
    results = notation_of(account.ruleset).events.results
    number = end - 1
    while (
        number > 0
        and report.entries[number].event[0] in results
        and _place_of(account, report.entries, number) is None
        and report.entries[number - 1].turn == report.entries[number].turn
    ):
        number -= 1
    return number


def _place_of(account: Account, entries: Sequence[WrittenEntry], number: int) -> NotePlace | None:
    """Return the place of the note that says the same as an entry, or None if the witness noted something else."""
    if number >= len(entries):
        return None
    entry, writer = entries[number], Writer(account, IN_FULL, 0)
    same = [each for each in entries if each.turn == entry.turn and _plain(each.text) == _plain(entry.text)]
    places = [
        (moment_at, at)
        for moment_at, moment in enumerate(account.moments)
        if max(moment.turn, 1) == entry.turn
        for at, note in enumerate(moment.notes)
        if _plain(writer.entry(note)) == _plain(entry.text)
    ]
    earlier = [*takewhile(lambda each: each is not entry, same)]
    return places[len(earlier)] if len(places) == len(same) else None


def _plain(text: str) -> str:
    """Return an entry without the player, the owners and the numbers of copies."""
    _, words = _without_name(text)
    names = "|".join(NAMES)
    return re.sub(rf"\b(?:{names})'s | #\d+", "", words)


def _without_name(text: str) -> tuple[int | None, str]:
    name, colon, words = text.partition(": ")
    return (NAMES.index(name), words) if colon and name in NAMES else (None, text)
