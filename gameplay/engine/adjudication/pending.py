"""The entries of a turn that have not come to be yet, while the rules are run along them (see `retrace`)."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from gameplay.engine.adjudication.hypotheses import Contradiction, ReportedGame
from gameplay.engine.adjudication.matching import EventMatcher
from gameplay.engine.adjudication.notation import ReportEntry
from gameplay.engine.core.asks import Option
from gameplay.engine.core.zones import Table


class PendingEntries(list[ReportEntry]):
    """They wait in the order in which they are written; ``at`` is the number of the first in the log.

    ``begun`` is the number of the entry that a choice has led to, although it has not come to be; ``why`` and ``early``
    are, by number, the first reason why an entry was not what came, and which one waited when it came too soon.
    """

    def __init__(self, reported_game: ReportedGame, turn: int, table: Table, matcher: EventMatcher) -> None:
        self.turn_entries, self.later_turns = reported_game.turns[turn], reported_game.turns[turn + 1 :]
        super().__init__(self.turn_entries)
        self.notation, self.table, self.looks = reported_game.notation, table, matcher
        self.start = self.entry_number = reported_game.entries_before(turn)
        self.matched_events = 0
        self.begun_entry = -1
        self.first_clauses: dict[int, str] = {}
        self.out_of_order: dict[int, int] = {}

    @property
    def first(self) -> ReportEntry | None:
        return self[0] if self else None

    def confirm(self, entry: ReportEntry) -> None:
        """``entry`` has come to be: of those declared at once perhaps not the first."""
        self.remove(entry)
        front = self.first
        self.entry_number = self.start + next(
            (at for at, each in enumerate(self.turn_entries) if each is front), len(self.turn_entries)
        )
        self.matched_events = len(self.table.events)

    # --- what may come -------------------------------------------------------------------------

    def simultaneous_entries(self) -> list[ReportEntry]:
        """The entry that waits first, and those after it that were declared together with it."""
        together = takewhile(lambda entry: self.notation.are_simultaneous(self[0], entry), self[1:])
        return [*self[:1], *together]

    def reachable_entries(self) -> list[ReportEntry]:
        """The entries that a choice may lead to: those that wait next, past results that it may have first.

        What is paid for something is written behind it, but chosen before it comes to be.
        """
        begun = self[1:] if self.begun_entry == self.entry_number else []
        paid = takewhile(lambda entry: entry.codes & self.notation.payment_events, begun)
        results = list(takewhile(lambda entry: not entry.codes - self.notation.result_events, self))
        rest = self[len(results) :]
        together = takewhile(lambda entry: self.notation.are_simultaneous(rest[0], entry), rest[1:])
        results.sort(key=lambda entry: not entry.codes & self.notation.payment_events)
        return [*paid, *results, *rest[:1], *together]

    def begin_first(self) -> None:
        """A choice leads to what waits first."""
        self.begun_entry = self.entry_number

    def insertion_point(self) -> int:
        """The number of the entry before which what is chosen now goes."""
        return self.entry_number + (self.begun_entry == self.entry_number)

    def later_entries(self, entry: ReportEntry) -> list[Sequence[ReportEntry]]:
        """What is written after ``entry``, turn by turn."""
        return [self[self.index(entry) + 1 :], *self.later_turns]

    # --- why it does not come ------------------------------------------------------------------

    def note_clause(self, what: Any, moment: str) -> None:
        """Keep the first reason why the entry that waits is not what comes."""
        if self and self.entry_number not in self.first_clauses:
            clause = self.notation.violated_clause(self.table, what, self[0], moment)
            if clause:
                self.first_clauses[self.entry_number] = clause

    def note_out_of_order(self, event: Option) -> None:
        """Keep which entry waited when something came to be that is written only after it."""
        values: dict[str, Any] = {}
        for at, entry in enumerate(self[1:], self.entry_number + 1):
            for pattern in entry.patterns:
                if pattern.code == event[0]:
                    values = values or self.looks.event_values(event)
                    if all(
                        self.looks.field_matches(name, values[name], written)
                        for name, written in pattern.fields.items()
                    ):
                        self.out_of_order.setdefault(at, self.entry_number)

    def contradicted_entry(self) -> tuple[int, str] | None:
        """The number of the entry that something spoke against, and why, if something did."""
        at = self.out_of_order.get(self.entry_number, self.entry_number)
        return (at, self.first_clauses[at]) if at in self.first_clauses else None

    def was_passed(self) -> bool:
        """Whether what was written after the entry that waits has come to be: then it was not for the game's end."""
        happened = {event[0] for event in self.table.events[self.matched_events :]}
        return any(entry.codes & happened for entry in self[1:])

    def contradiction(self, moment: str, what: Any = None) -> Contradiction:
        """The entry that waits never came: for the reason noted when it could have come, else for what it is.

        If it came to be before another that is written before it, that one was never due where it stands.
        """
        at = self.out_of_order.get(self.entry_number, self.entry_number)
        entry = self.turn_entries[at - self.start]
        clause = self.first_clauses.get(at) or self.notation.violated_clause(self.table, what, entry, moment)
        return Contradiction(at, clause)
