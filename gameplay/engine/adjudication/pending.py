"""The pending entries of a turn: those that the rules have not produced yet during a replay (see `turn_run`)."""

from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from typing import Any

from gameplay.engine.adjudication.hypotheses import Contradiction, ReportedGame
from gameplay.engine.adjudication.matching import EventMatcher
from gameplay.engine.adjudication.notation import END_CODES, Pattern, ReportEntry
from gameplay.engine.adjudication.result_counts import ResultCounts
from gameplay.engine.adjudication.shown_events import ShownEvents
from gameplay.engine.core.asks import Ask, Option, Outcome
from gameplay.engine.core.entries import TIME
from gameplay.engine.core.zones import Table


class PendingEntries(list[ReportEntry]):
    """The pending entries in the order of the log.

    Decisions and chance bind in this order. Results are observations: people write them before or after their cause, in
    any order, more than once, or not at all. ``overtaken`` are pending results before a decision that was confirmed.
    ``changes`` are true statements that are no events: cards that reached a pile, and other words for an event.

    ``begun_entry`` is the number of an entry that a choice
    leads to, but whose event has not occurred yet. ``first_clauses`` are, by entry number, the first clause that
    contradicted the entry. ``out_of_order`` are, by the number of an entry whose event occurred too early, the entry
    that was pending then. ``counts`` are how often the free results were shown.
    """

    def __init__(self, reported_game: ReportedGame, turn: int, table: Table, matcher: EventMatcher) -> None:
        self.turn_entries, self.later_turns = reported_game.turns[turn], reported_game.turns[turn + 1 :]
        super().__init__(self.turn_entries)
        self.notation, self.table, self.matcher = reported_game.notation, table, matcher
        self.start = reported_game.entries_before(turn)
        self.numbers = {id(entry): number for number, entry in enumerate(self.turn_entries, self.start)}
        self.arrivals = set(self.notation.zones.arrivals.values())
        self.counting_codes = self.notation.events.counted | self.notation.events.payments
        results, payments = self.notation.events.results | {TIME}, self.notation.events.payments
        self.results = {id(entry) for entry in self.turn_entries if entry.codes <= results}
        self.payments = {id(entry) for entry in self.turn_entries if not entry.codes.isdisjoint(payments)}
        self.free_results = self.results - self.payments
        self.counts = ResultCounts(filter(self.is_free_result, self.turn_entries), matcher)
        self.matched_events = 0
        self.overtaken: list[ReportEntry] = []
        self.expected: list[ReportEntry] = []
        self._observable: list[ReportEntry] | None = None  # both are computed again after a change
        self._reachable: list[ReportEntry] | None = None
        self.changes: list[Option] = []
        self.piles: dict[tuple[str, int | None], list[int]] = {}
        self.look()
        self.changes.clear()
        self.shown = ShownEvents(table.events, self.changes, self.turn_entries, matcher)
        self.begun_entry = -1
        self.first_clauses: dict[int, str] = {}
        self.out_of_order: dict[int, int] = {}
        for standing in self._standing():
            for entry in takewhile(self._is_result, self.turn_entries):
                if any(self.matcher.is_described_by(standing, pattern) for pattern in entry.patterns):
                    self.counts.shown[id(entry)] += 1

    @property
    def first(self) -> ReportEntry | None:
        return self[0] if self else None

    def confirm(self, entry: ReportEntry) -> None:
        """Remove ``entry``, whose event has occurred; it need not be the first. It overtakes results before it."""
        if any(each is entry for each in self.overtaken):
            self.overtaken = [each for each in self.overtaken if each is not entry]
        else:
            at = next(at for at, each in enumerate(self) if each is entry)
            if not self._is_result(entry):
                self.overtaken += filter(self._is_result, self[:at])
                self[:at] = [each for each in self[:at] if not self._is_result(each)]
                at = next(at for at, each in enumerate(self) if each is entry)
            del self[at]
        self._observable = self._reachable = None
        self.matched_events = len(self.table.events)

    @property
    def entry_number(self) -> int:
        """The number of the first open entry, or that of the next turn's first entry."""
        entry = self.first_open()
        return self.number_of(entry) if entry else self.start + len(self.turn_entries)

    def number_of(self, entry: ReportEntry) -> int:
        """Return the number of ``entry``, which is one of this turn, in the log."""
        return self.numbers[id(entry)]

    @property
    def next_decision(self) -> ReportEntry | None:
        """The next entry that is not a result."""
        results = self.results
        return next((entry for entry in self if id(entry) not in results), None)

    def look(self) -> None:
        """Note the cards that have reached a pile which all players watch, without an event that says so."""
        for zone in self.matcher.zones.zones if self.notation.zones.arrivals else ():
            code, pile = self.notation.zones.arrivals.get(zone.name), (zone.name, zone.seat)
            if code and zone.cards != (before := self.piles.get(pile, [])):
                self.piles[pile] = [*zone.cards]
                arrived = set(zone.cards).difference(before)
                self.changes += (self.matcher.event_of(code, card=card, seat=zone.seat) for card in arrived)

    def note_standing(self) -> None:
        """Note at the end of the turn what holds even if no event of it says so, such as the points."""
        self.changes += self._standing()

    def _standing(self) -> list[Option]:
        return [standing(self.table) for standing in self.notation.words.standing]

    def first_open(self) -> ReportEntry | None:
        """Return the first entry that is still to happen: a decision, or a result that nothing has confirmed yet."""
        return next((entry for entry in (*self.overtaken, *self) if not self.has_happened(entry)), None)

    def _is_result(self, entry: ReportEntry) -> bool:
        return id(entry) in self.results

    def is_free_result(self, entry: ReportEntry) -> bool:
        """Return whether ``entry`` is a result that may be written anywhere in the line."""
        return id(entry) in self.free_results

    def is_observation(self, entry: ReportEntry) -> bool:
        """Return whether ``entry`` is such a result, and does not count choices."""
        return id(entry) in self.free_results and self.counting_codes.isdisjoint(entry.codes)

    def has_happened(self, entry: ReportEntry) -> bool:
        """Return whether something that happened in this turn is what the result ``entry`` says.

        Entries that count choices or payments do not repeat one another: written twice, they count twice.
        """
        return (
            id(entry) in self.results
            and self.counting_codes.isdisjoint(entry.codes)
            and (
                id(entry) in self.counts.shown
                or self.is_time_called_by(entry)
                or any(
                    self.matcher.is_described_by(event, pattern)
                    for pattern in entry.patterns
                    for event in self.shown.with_code(pattern.code)
                )
                or any(map(self.shown.are_summed_up_by, entry.patterns))
                or any(map(self._is_absence, entry.patterns))
            )
        )

    def note_event(self, event: Option, *, is_reported: bool) -> None:
        """Note the results in this line that say what ``event`` shows; if it reshuffles, also what happened before."""
        if event[0] in self.notation.events.reshuffles:
            self.look()  # the cards cannot be recognized afterwards
            for change in self.changes:
                self.counts.note_shown(change)
        if not self.counts.note_shown(event) and not is_reported:
            self.counts.unreported[event[0]] += 1

    def _is_absence(self, pattern: Pattern) -> bool:
        """Return whether ``pattern`` says that there is no event of a kind, and there was none until now."""
        absent, seat = self.notation.events.absences.get(pattern.code), pattern.fields.get("seat")
        return absent is not None and not any(
            seat in (None, self.matcher.seat_of(event)) for event in self.shown.with_code(absent)
        )

    @staticmethod
    def is_time_called_by(entry: ReportEntry) -> bool:
        """Return whether ``entry`` says that time was called: the game ends after the turn of its line."""
        return TIME in entry.codes

    # --- entries that may be next ---------------------------------------------------------------

    def simultaneous_entries(self) -> list[ReportEntry]:
        """Return the first pending entry, and those after it that were declared at the same time."""
        together = takewhile(lambda entry: self.notation.are_simultaneous(self[0], entry), self[1:])
        return [*self[:1], *together]

    def observable_entries(self) -> list[ReportEntry]:
        """Return the entries that an event may report: the next decision, and the results that may be written there.

        These are the results before it, those that earlier decisions have overtaken, those after it once a choice has
        led to it, and later ones to which a choice has led.
        """
        if self._observable is None:
            self._observable = self._find_observable()
        return self._observable

    def _find_observable(self) -> list[ReportEntry]:
        results, rest = self._split()
        decisions = [*rest[:1], *self._declared_with_first(rest)]
        declared = set(map(id, decisions))
        later = [entry for entry in rest if id(entry) not in declared]
        after = list(takewhile(self._is_result, later)) if self._is_begun(rest) else []
        chosen = set(map(id, self.expected))
        expected = [entry for entry in later[len(after) :] if id(entry) in chosen] if chosen else []
        near = [*results, *decisions, *after, *self.overtaken, *expected]
        # A hidden card that was chosen for one of the entries must not be learned from another.
        return sorted(near, key=lambda entry: id(entry) not in chosen) if chosen else near

    def reachable_entries(self) -> list[ReportEntry]:
        """Return the entries that a choice may lead to: the next ones, then the results in the rest of the line.

        A payment is written after the entry that it pays for, but chosen before that entry's event. Decisions that
        belong to this entry may be written before the payment.
        """
        if self._reachable is None:
            self._reachable = self._find_reachable()
        return self._reachable

    def _find_reachable(self) -> list[ReportEntry]:
        results, rest = self._split()
        begun = list(takewhile(self._is_result, rest[1:])) if self._is_begun(rest) else []
        own = takewhile(lambda entry: not entry.codes & self.notation.events.paid_for, rest[1:])
        paid = filter(self._is_payment, own) if self._is_begun(rest) else ()
        caused = [entry for entry in (*begun, *self.overtaken) if not self._is_payment(entry)]
        together = self._declared_with_first(rest)
        payments = filter(self._is_payment, results)
        others = [each for each in results if not self._is_payment(each)]
        postponed = [each for each in others if self._is_about_one_of(rest, each)]
        due = [each for each in others if each not in postponed]
        near = [*paid, *caused, *payments, *due, *rest[:1], *together]
        return [*near, *self.later_results([*near, *postponed]), *postponed]

    def _declared_with_first(self, rest: Sequence[ReportEntry]) -> Iterator[ReportEntry]:
        """Yield the decisions after the first one of ``rest`` that were declared at the same time.

        Results may be written between them.
        """
        for entry in rest[1:]:
            if self.notation.are_simultaneous(rest[0], entry):
                yield entry
            elif not self._is_result(entry):
                return

    def _is_about_one_of(self, rest: Sequence[ReportEntry], entry: ReportEntry) -> bool:
        """Return whether ``entry`` says that a card reached a pile which decisions of the ``rest`` name as well."""
        named = {card for each in rest if not self._is_result(each) for card in each.cards}
        return bool(entry.cards) and entry.cards <= named and not self.arrivals.isdisjoint(entry.codes)

    def is_probably_later(self, entry: ReportEntry) -> bool:
        """Return whether the result ``entry`` is behind the next decision, and probably about one before it."""
        before = list(takewhile(lambda each: each is not entry, self))
        return len(before) < len(self) and self._is_about_one_of(before, entry)

    def _split(self) -> tuple[list[ReportEntry], list[ReportEntry]]:
        """Return the results before the next decision, and that decision with all entries after it."""
        at = next((at for at, entry in enumerate(self) if id(entry) not in self.results), len(self))
        return self[:at], self[at:]

    def next_mention(self, entry: ReportEntry) -> int:
        """Return how many decisions are before the first one that names a card of ``entry``, which may be that one."""
        decisions = [each for each in self if not self._is_result(each)]
        if not self._is_result(entry) or any(each is entry for each in self.expected):
            return -1
        return next((at for at, each in enumerate(decisions) if each.cards & entry.cards), len(decisions))

    def later_results(self, near: Sequence[ReportEntry]) -> list[ReportEntry]:
        """Return the results in the rest of the line that are not among the entries ``near``, without payments."""
        others = self.free_results.difference(map(id, near))
        return [entry for entry in self if id(entry) in others] if others else []

    def _is_payment(self, entry: ReportEntry) -> bool:
        return id(entry) in self.payments

    def _is_begun(self, rest: Sequence[ReportEntry]) -> bool:
        """Return whether a choice has led to the first entry of ``rest``."""
        return bool(rest) and self.number_of(rest[0]) == self.begun_entry

    def follows_decision(self, entry: ReportEntry) -> bool:
        """Return whether ``entry`` is the first pending one, behind a decision of the line."""
        before = self.turn_entries[: self.number_of(entry) - self.start]
        return bool(self) and self[0] is entry and not all(map(self._is_result, before))

    def has_rivals(self, entry: ReportEntry) -> bool:
        """Return whether another result of the kind of ``entry`` is still to happen."""
        others = (each for code in entry.codes for each in self.counts.of_kind.get(code, ()))
        return any(each.patterns != entry.patterns and not self.has_happened(each) for each in others)

    def begin(self, entry: ReportEntry) -> None:
        """Note that a choice leads to ``entry``."""
        self._observable = self._reachable = None
        if self._is_result(entry):
            self.expected.append(entry)
        else:
            self.begun_entry = self.number_of(entry)

    def insertion_point(self) -> int:
        """Return the number of the entry after the current choice."""
        return max(self.entry_number, self.begun_entry + 1)

    def later_entries(self, entry: ReportEntry, codes: Collection[str]) -> list[Sequence[ReportEntry]]:
        """Return the entries after ``entry``, by turn, and the results before it that are still to happen.

        Entries of the same line without any of the ``codes`` are left out.
        """
        number, numbers = self.number_of(entry), self.numbers
        line = [
            each
            for each in (*self.overtaken, *self)
            if each is not entry
            and not each.codes.isdisjoint(codes)
            and (numbers[id(each)] > number or self.is_free_result(each))
        ]
        return [[each for each in line if not self.has_happened(each)], *self.later_turns]

    def all_turns(self) -> list[Sequence[ReportEntry]]:
        """Return the entries of this turn and all later ones, by turn."""
        return [self.turn_entries, *self.later_turns]

    # --- contradictions --------------------------------------------------------------------------

    def note_clause(self, what: Any, moment: str) -> None:
        """Store the first clause that contradicts each of the next entries, up to the next decision."""
        for entry in (*takewhile(self._is_result, self), *filter(None, [self.next_decision])):
            number = self.numbers[id(entry)]
            if number not in self.first_clauses and (
                clause := self.notation.clauses.violated(self.table, what, entry, moment)
            ):
                self.first_clauses[number] = clause

    def note_out_of_order(self, event: Option) -> None:
        """Note the pending entry if an event occurs that a later entry reports."""
        number = -1
        for offset, entry in enumerate(self):
            if offset and event[0] in entry.codes:
                number = self.entry_number if number < 0 else number
                if any(self.matcher.is_described_by(event, pattern) for pattern in entry.patterns):
                    self.out_of_order.setdefault(number + offset, number)

    def contradicted_entry(self) -> tuple[int, str] | None:
        """Return the number of the contradicted entry and the clause, if there is one."""
        at = self.out_of_order.get(self.entry_number, self.entry_number)
        return (at, self.first_clauses[at]) if at in self.first_clauses else None

    def check_next_decision(self, ask: Ask) -> None:
        """Raise Contradiction if the next decision cannot follow ``ask``, which no entry answers, and nothing else can.

        Results before it may still happen, so a contradiction with one of them is found at the end of the turn.
        """
        entry = self.next_decision
        if entry and entry.codes <= self.notation.asks.closed_events(self.table, ask) and self.first_open() is entry:
            raise self.contradiction("ask", ask)

    def was_passed(self) -> bool:
        """Return whether events of later entries occurred, so that the end of the game is not the cause."""
        occurred = {event[0] for event in self.table.events[self.matched_events :]}
        return any(entry.codes & occurred for entry in self[1:])

    def contradiction(self, moment: str, what: Any = None) -> Contradiction:
        """Return the contradiction of the first pending entry, with the first stored clause, or one for the ``moment``.

        If its event occurred before that of an earlier entry, the contradiction is that the earlier one is out of
        order.
        """
        number = self.number_of(self.first_open() or self.turn_entries[-1])
        at = self.out_of_order.get(number, number)
        entry = self.turn_entries[at - self.start]
        moments = ((what, moment), (None, "turn_over"))
        clauses = (self.notation.clauses.violated(self.table, about, entry, when) for about, when in moments)
        return Contradiction(at, self.first_clauses.get(at) or next(filter(None, clauses), ""))

    def contradiction_at_end(self, outcome: Outcome | None) -> Contradiction:
        """Return the contradiction of the first open entry once the turn is over; ``outcome`` is that of the game."""
        if outcome is None or self.was_passed():
            return self.contradiction("turn_over")
        entry = self.first_open()
        if entry is None or entry.codes.isdisjoint(END_CODES):
            return self.contradiction("over")
        clause = self.notation.clauses.violated(self.table, None, None, outcome.reason)
        return Contradiction(self.number_of(entry), clause)
