"""Which decks can be checked, and a deck beside its pool. Only for judges who do not play (AC-J8)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum

from cards.selectors import Shown, shown
from drafting.models import Seat
from drafting.rules.decks import DeckRule, checksum, deck_rules
from drafting.selectors.deck_faults import rules_of
from drafting.selectors.pools import pool
from drafting.selectors.printed import legal
from tournaments.models import DeckCheck, Entry, Event, Match
from tournaments.rules.deck_checks import Difference, difference, extension, target
from tournaments.selectors.results import agreement, matches_of


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player whose deck is in, the match that would wait for it, if any, and the last check of that deck.

    ``completed`` says that the clock has completed it at random, so that a judge is to look at it (DRF-OP-5).
    """

    entry: Entry
    match: Match | None
    check: DeckCheck | None
    completed: bool


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the event's ``decks`` were checked, of how many that should be."""

    decks: int
    checked: int
    target: int


@dataclass(frozen=True, slots=True)
class Line:
    """A card of a pool: copies drafted, registered in the deck, found there, and ``counted`` on the list by then."""

    card: Shown
    drafted: int
    registered: int
    found: int
    counted: int

    @property
    def listed(self) -> list[bool]:
        """A box for each registered copy: whether it was found."""
        return [number < self.found for number in range(self.registered)]

    @property
    def unlisted(self) -> list[bool]:
        """A box for each drafted copy that the list leaves out: whether it was found all the same."""
        return [number < self.found - self.registered for number in range(self.drafted - self.registered)]


@dataclass(frozen=True, slots=True)
class CheckSheet:
    """A check with the registered deck beside the pool it was built of; the time that its match is owed."""

    check: DeckCheck
    seat: Seat
    checksum: str
    rules: Sequence[DeckRule]
    lines: Sequence[Line]
    difference: Difference
    owed: int

    @property
    def registered(self) -> int:
        return sum(line.registered for line in self.lines)

    @property
    def found(self) -> int:
        return len(self.check.found)

    def named(self, refs: dict[str, int]) -> list[tuple[str, str, int]]:
        """Return the numbers, names and copies of ``refs``."""
        names = {line.card.printed.ref: line.card.face.name for line in self.lines}
        return [(ref, names.get(ref, ref), copies) for ref, copies in refs.items()]

    @property
    def missing(self) -> list[tuple[str, str, int]]:
        return self.named(dict(self.difference.missing))

    @property
    def extra(self) -> list[tuple[str, str, int]]:
        return self.named(dict(self.difference.extra))


def candidates(event: Event) -> list[Candidate]:
    """Return everybody who plays and whose pod has all its decks in, by name; first who is to be checked. Six queries."""
    closed = Seat.objects.filter(pod__event_pod__event=event, pod__closed_at__isnull=False, deck__isnull=False)
    completed = dict(closed.values_list("player", "deck__completed_by_clock"))
    entries = event.entries.filter(account__in=completed, dropped_after_round=None, disqualified_at=None)
    matches = _playing(event)
    checks = {check.entry_id: check for check in event.deck_checks.order_by("number")}
    found = [
        Candidate(entry, matches.get(entry.pk), checks.get(entry.pk), completed[entry.account_id]) for entry in entries
    ]
    return sorted(found, key=lambda each: (not each.completed or bool(each.check), each.entry.name.casefold()))


def decks_to_look_at(event: Event) -> dict[str, list[str]]:
    """Return whose decks no judge has looked at yet, and should: see tournaments/parts/decks_to_look_at.html.

    One query; four more at tables, where a pool may be corrected once the decks are in.
    """
    seats = Seat.objects.filter(pod__event_pod__event=event).select_related("pod")
    late = seats.filter(deck__completed_by_clock=True)
    told = {"late_decks": _unchecked(event, late.values_list("player", flat=True)), "illegal_decks": []}
    if event.at_table:
        closed = list(seats.filter(pod__closed_at__isnull=False, deck__submitted_at__isnull=False))
        illegal = [seat for seat, rules in rules_of(closed).items() if any(rule.faults for rule in rules)]
        players = [seat.player_id for seat in closed if seat.pk in illegal]
        told["illegal_decks"] = _unchecked(event, players) if players else []
    return told


def coverage(found: Sequence[Candidate]) -> Coverage:
    """Return how far the checks are among ``found``. A check that runs counts as one."""
    return Coverage(len(found), sum(each.check is not None for each in found), target(len(found)))


def check_sheet(check: DeckCheck, language: str, *, now: Any) -> CheckSheet:
    """Return the deck of ``check`` beside its pool. Four queries."""
    seat = _seat(check)
    drafted, deck = pool(seat), seat.deck
    given = DeckCheck.objects.filter(match=check.match_id).aggregate(minutes=Sum("extra_minutes"))["minutes"]
    return CheckSheet(
        check,
        seat,
        checksum(deck.cards),
        deck_rules(deck.cards, drafted, seat.pod.terms.deck_size, legal(seat.pod)),
        _lines(seat.pod.game, Counter(drafted), Counter(deck.cards), Counter(check.found), language=language),
        difference(deck.cards, check.found),
        extension(check.elapsed(now), given=given or 0) if check.match_id else 0,
    )


def pool_of(check: DeckCheck) -> Counter[str]:
    """Return what the player of ``check`` has drafted, at a table what was registered. Two queries."""
    return Counter(pool(_seat(check)))


def registered(check: DeckCheck) -> list[str]:
    """Return the deck that was handed in. One query."""
    return list(_seat(check).deck.cards)


def _unchecked(event: Event, players: Iterable[Any]) -> list[str]:
    """Return the names of those of ``players`` whose deck was not checked. One query."""
    return list(event.entries.filter(account__in=players, deck_checks=None).values_list("name", flat=True))


def _seat(check: DeckCheck) -> Seat:
    """Return where the player of ``check`` sits, with the deck. One query."""
    seats = Seat.objects.select_related("pod", "deck")
    return seats.get(pod__event_pod__event=check.event_id, player=check.entry.account_id)


def _playing(event: Event) -> dict[int, Match]:
    """Return the match that each entry has to play now. Two queries."""
    newest = event.rounds.filter(published_at__isnull=False).order_by("number").last()
    found = matches_of([newest]).filter(kind=Match.Kind.PLAYED) if newest else []
    running = [match for match in found if not agreement(match).final]
    return {entry.pk: match for match in running for entry in (match.a, match.b) if entry}


def _lines(game: str, pool: Counter[str], deck: Counter[str], found: Counter[str], *, language: str) -> list[Line]:
    lines: list[Line] = []
    counted = 0
    for ref in sorted(pool | deck):
        counted += deck[ref]
        lines.append(Line(shown(game, ref, language), pool[ref], deck[ref], found[ref], counted))
    return lines
