"""Asks for events that players often do not write down, such as payments, before an entry that needs them is illegal.

Some people write only what came of a turn, such as the units that were destroyed. They are asked for the plays.

People write down all payments of a turn, or none. So a turn of the player without any of them lacks them. If one turn
lacks them, those of later entries are asked for with it: the writer leaves out the payments of that player on
principle. Then a turn with a few of them may lack the others.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, dropwhile, product, takewhile
from typing import Any

from gameplay.engine.adjudication.card_copies import CopyReference
from gameplay.engine.adjudication.hypotheses import Branch, MissingFact, ReportedGame
from gameplay.engine.adjudication.notation import Pattern, ReportEntry
from gameplay.engine.adjudication.verdict import ILLEGAL, UNDECIDABLE, Verdict

NamedCard = tuple[Any, int | None]
"""A definition, and the number of the copy if it is written."""

Occurrence = tuple[int, int | None, frozenset[NamedCard]]
"""The turn of an event, its seat, and the cards that its entry names."""


def ask_for_unwritten(reported_game: ReportedGame, verdict: Verdict) -> Verdict:
    """Return ``verdict``, but ask for unwritten events if they may make its illegal entry possible."""
    entry, active = verdict.entry, _active_seats(verdict.last_branch)
    if verdict.status != ILLEGAL or entry is None or entry.turn not in active:  # the game was over before that turn
        return verdict
    if plays := tuple(_unwritten_plays(reported_game, entry, active[entry.turn])):
        return replace(verdict, status=UNDECIDABLE, clause="", missing_facts=plays)
    unwritten = UnwrittenEvents(reported_game, active)
    facts = {
        (fact.code, fact.seat, fact.turn): fact
        for cause in _possible_causes(reported_game, entry)
        for fact in unwritten.before(cause)
    }
    if not facts:
        return verdict
    later = [*dropwhile(lambda each: each is not entry, reported_game.all_entries)]
    left_out = set[int | None]()
    for _ in range(2):  # then also what is missing in part
        for fact in [fact for each in later for fact in unwritten.before(each, left_out)]:
            facts.setdefault((fact.code, fact.seat, fact.turn), fact)
        left_out = unwritten.seats_that_usually_lack(facts.values())
    return replace(verdict, status=UNDECIDABLE, clause="", missing_facts=tuple(facts.values()))


def _unwritten_plays(reported_game: ReportedGame, entry: ReportEntry, active: int) -> Iterator[MissingFact]:
    """Yield the plays from which ``entry`` may follow, if no play of its turn is written."""
    notation, line = reported_game.notation, reported_game.turns[entry.turn - 1]
    plays_behind, by_ask = notation.clauses.plays_behind, notation.asks.events_by_ask
    plays = {event for asks in plays_behind.values() for ask in asks for event in by_ask[ask]}
    if any(each.codes & plays for each in line):
        return
    for ask in dict.fromkeys(ask for code in sorted(entry.codes & plays_behind.keys()) for ask in plays_behind[code]):
        yield MissingFact(ask, active, (), entry.turn, reported_game.entries_before(entry.turn - 1))


def _possible_causes(reported_game: ReportedGame, entry: ReportEntry) -> list[ReportEntry]:
    """Return ``entry`` and, if it is a result, all entries of its line: its cause may be written after it."""
    if not entry.codes <= reported_game.notation.events.results:
        return [entry]
    line = reported_game.turns[entry.turn - 1]
    return [entry, *(each for each in line if each is not entry)]


class UnwrittenEvents:
    """The events that enable others (see `ClauseLookup.enabled_by`), and are missing from whole turns of a log.

    ``active`` are the active seats of the turns that were run; the later turns follow in the order of the seats.
    """

    def __init__(self, reported_game: ReportedGame, active: Mapping[int, int]) -> None:
        self.entries = reported_game.all_entries
        self.begun_before = set(_seats_with_face_down_cards(reported_game))
        is_early = reported_game.table.step in reported_game.notation.clauses.enabling_steps
        self.first_turn = 1 if is_early else 2  # the first one in which such events can be missing
        self.enabled_by = reported_game.notation.clauses.enabled_by
        self.absences, self.results = reported_game.notation.events.absences, reported_game.notation.events.results
        self.active = dict(active)
        for turn in range(max(active) + 1, len(reported_game.turns) + 1):
            self.active[turn] = (self.active[turn - 1] + 1) % len(reported_game.players)

    def seats_that_usually_lack(self, facts: Iterable[MissingFact]) -> set[int | None]:
        """Return the seats with more turns that lack events, by these ``facts``, than turns with some."""
        written = {payment for _, payment in self.enabled_by.values()}
        having = Counter(
            seat for _, seat in {each[:2] for code in written for each in self._written(code, self.entries)}
        )
        lacking = Counter(fact.seat for fact in facts)
        return {seat for seat, turns in lacking.items() if turns > having[seat]}

    def before(self, entry: ReportEntry, left_out: Collection[int | None] = ()) -> Iterator[MissingFact]:
        """Yield the facts that may make ``entry`` possible.

        Those of the seats ``left_out`` may also be missing in part.
        """
        earlier = [*takewhile(lambda each: each is not entry, self.entries)]
        for code in sorted(entry.codes & self.enabled_by.keys()):
            occasion, payment = self.enabled_by[code]
            absences = [absence for absence, event in self.absences.items() if event == payment]
            complete = {(turn, seat) for each in absences for turn, seat, _ in self._written(each, self.entries)}
            paid = {(turn, seat) for turn, seat, _ in self._written(payment, self.entries) if seat not in left_out}
            for last, seat, cards in self._written(code, [entry]):
                begun = [(turn, named) for turn, player, named in self._written(occasion, earlier) if player == seat]
                if seat in self.begun_before:
                    begun.insert(0, (self.first_turn, frozenset()))
                if code == occasion or not self._may_follow_payment(entry):  # a second one in the turn is a mistake
                    begun = [(turn, named) for turn, named in begun if turn < last]
                about = [turn for turn, named in begun if _name_the_same(named, cards)] or [turn for turn, _ in begun]
                end = last + self._may_follow_payment(entry)
                for turn in range(max(about), end) if about else ():
                    if self.active.get(turn) == seat and (turn, seat) not in complete | paid:
                        yield MissingFact(payment, seat, (), turn, len(earlier))

    def _may_follow_payment(self, entry: ReportEntry) -> bool:
        """Return whether a payment of its own turn can lead to ``entry``: to a result, only with another decision."""
        payments = {code for pair in self.enabled_by.values() for code in pair}
        line = (each for each in self.entries if each.turn == entry.turn and not each.codes <= self.results)
        return not entry.codes <= self.results or any(not each.codes & payments for each in line)

    def _written(self, code: str, entries: Iterable[ReportEntry]) -> Iterator[Occurrence]:
        for entry in entries:
            for pattern in entry.patterns:
                if pattern.code == code:
                    named = frozenset(chain.from_iterable(map(_named_cards, entry.patterns)))
                    yield entry.turn, pattern.fields.get("seat", self.active.get(entry.turn)), named


def _named_cards(pattern: Pattern) -> Iterator[NamedCard]:
    for name, value in pattern.fields.items():
        if name.startswith("card"):
            number = value.number if isinstance(value, CopyReference) else None
            yield from ((definition, number) for definition in value)


def _name_the_same(first: Iterable[NamedCard], second: Iterable[NamedCard]) -> bool:
    """Return whether both name a card that can be the same one: not two copies with different numbers."""
    return any(
        card is other and (number == another or None in (number, another))
        for (card, number), (other, another) in product(first, second)
    )


def _seats_with_face_down_cards(reported_game: ReportedGame) -> Iterator[int | None]:
    """Yield the seats with an occasion that lies before the log: face-down cards in play of its position."""
    for zone in reported_game.table.zones() if reported_game.starts_from_position else ():
        if zone.cards and zone.name in reported_game.notation.zones.inferred:
            yield zone.seat


def _active_seats(last: Branch | None) -> dict[int, int]:
    """Return the active seat of each turn, counted from 1, up to that of a branch."""
    seats = {}
    while last is not None:
        seats[last.hypothesis.turn + 1] = last.hypothesis.table.active
        last = last.hypothesis.branch
    return seats
