"""The pending entries of a turn: those that the rules have not produced yet during a replay (see `turn_run`)."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from gameplay.engine.adjudication.hypotheses import Contradiction, ReportedGame
from gameplay.engine.adjudication.matching import EventMatcher
from gameplay.engine.adjudication.notation import ReportEntry
from gameplay.engine.core.asks import Option
from gameplay.engine.core.zones import Table


class PendingEntries(list[ReportEntry]):
    """The pending entries in the order of the log.

    ``entry_number`` is the number of the first one in the log. ``begun_entry`` is the number of an entry that a choice
    leads to, but whose event has not occurred yet. ``first_clauses`` are, by entry number, the first clause that
    contradicted the entry. ``out_of_order`` are, by the number of an entry whose event occurred too early, the entry
    that was pending then.
    """

    def __init__(self, reported_game: ReportedGame, turn: int, table: Table, matcher: EventMatcher) -> None:
        self.turn_entries, self.later_turns = reported_game.turns[turn], reported_game.turns[turn + 1 :]
        super().__init__(self.turn_entries)
        self.notation, self.table, self.matcher = reported_game.notation, table, matcher
        self.start = self.entry_number = reported_game.entries_before(turn)
        self.matched_events = 0
        self.begun_entry = -1
        self.first_clauses: dict[int, str] = {}
        self.out_of_order: dict[int, int] = {}

    @property
    def first(self) -> ReportEntry | None:
        return self[0] if self else None

    def confirm(self, entry: ReportEntry) -> None:
        """Remove ``entry``, whose event has occurred; of simultaneous entries it need not be the first."""
        self.remove(entry)
        front = self.first
        self.entry_number = self.start + next(
            (at for at, each in enumerate(self.turn_entries) if each is front), len(self.turn_entries)
        )
        self.matched_events = len(self.table.events)

    # --- entries that may be next ---------------------------------------------------------------

    def simultaneous_entries(self) -> list[ReportEntry]:
        """Return the first pending entry, and those after it that were declared at the same time."""
        together = takewhile(lambda entry: self.notation.are_simultaneous(self[0], entry), self[1:])
        return [*self[:1], *together]

    def reachable_entries(self) -> list[ReportEntry]:
        """Return the entries that a choice may lead to: the next ones, and those after results that may precede them.

        A payment is written after the entry that it pays for, but chosen before that entry's event.
        """
        begun = self[1:] if self.begun_entry == self.entry_number else []
        paid = takewhile(lambda entry: entry.codes & self.notation.events.payments, begun)
        results = list(takewhile(lambda entry: not entry.codes - self.notation.events.results, self))
        rest = self[len(results) :]
        together = takewhile(lambda entry: self.notation.are_simultaneous(rest[0], entry), rest[1:])
        results.sort(key=lambda entry: not entry.codes & self.notation.events.payments)
        return [*paid, *results, *rest[:1], *together]

    def begin_first(self) -> None:
        """Note that a choice leads to the first pending entry."""
        self.begun_entry = self.entry_number

    def insertion_point(self) -> int:
        """Return the number of the entry after the current choice."""
        return self.entry_number + (self.begun_entry == self.entry_number)

    def later_entries(self, entry: ReportEntry) -> list[Sequence[ReportEntry]]:
        """Return the entries after ``entry``, by turn."""
        return [self[self.index(entry) + 1 :], *self.later_turns]

    # --- contradictions --------------------------------------------------------------------------

    def note_clause(self, what: Any, moment: str) -> None:
        """Store the first clause that contradicts the first pending entry."""
        if self and self.entry_number not in self.first_clauses:
            clause = self.notation.clauses.violated(self.table, what, self[0], moment)
            if clause:
                self.first_clauses[self.entry_number] = clause

    def note_out_of_order(self, event: Option) -> None:
        """Note the pending entry if an event occurs that a later entry reports."""
        values: dict[str, Any] = {}
        for at, entry in enumerate(self[1:], self.entry_number + 1):
            for pattern in entry.patterns:
                if pattern.code == event[0]:
                    values = values or self.matcher.event_values(event)
                    if all(
                        self.matcher.field_matches(name, values[name], reported)
                        for name, reported in pattern.fields.items()
                    ):
                        self.out_of_order.setdefault(at, self.entry_number)

    def contradicted_entry(self) -> tuple[int, str] | None:
        """Return the number of the contradicted entry and the clause, if there is one."""
        at = self.out_of_order.get(self.entry_number, self.entry_number)
        return (at, self.first_clauses[at]) if at in self.first_clauses else None

    def was_passed(self) -> bool:
        """Return whether events of later entries occurred, so that the end of the game is not the cause."""
        occurred = {event[0] for event in self.table.events[self.matched_events :]}
        return any(entry.codes & occurred for entry in self[1:])

    def contradiction(self, moment: str, what: Any = None) -> Contradiction:
        """Return the contradiction of the first pending entry, with the first stored clause, or one for the ``moment``.

        If its event occurred before that of an earlier entry, the contradiction is that the earlier one is out of
        order.
        """
        at = self.out_of_order.get(self.entry_number, self.entry_number)
        entry = self.turn_entries[at - self.start]
        clause = self.first_clauses.get(at) or self.notation.clauses.violated(self.table, what, entry, moment)
        return Contradiction(at, clause)
