"""What is printed for a draft at a table: who sits where, what is called, what a player ticks. No drafted card is on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cards.selectors import Shown, shown
from drafting.models import Seat
from drafting.rules.decks import checksum
from drafting.rules.passing import LEFT, RIGHT, direction, passes_to, rounds_passed
from drafting.rules.timing import PICK_CLOCKS, Call, PickClock, calls
from drafting.selectors.deck_list import DeckSheet, deck_sheet, lines
from drafting.selectors.printed import refs_of
from tournaments.models import BroughtDeck, Entry, Event
from tournaments.selectors.roster import pod_label, pod_plan

USUAL = "tournament"
"""The clock that is called where an event has none of its own."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place at a table, counted from 1, and the names of the neighbours to whom packs are passed, by way."""

    number: int
    name: str
    neighbours: Sequence[str]


@dataclass(frozen=True, slots=True)
class Way:
    """Packs that are passed to the ``left``, or to the right, by their numbers."""

    left: bool
    packs: Sequence[int]


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A pod's table, clockwise."""

    label: str
    places: Sequence[Place]


@dataclass(frozen=True, slots=True)
class PackCalls:
    """What is called for one pack round: whether packs go to the ``left``, and its picks."""

    number: int
    left: bool
    calls: Sequence[Call]

    @property
    def minutes(self) -> float:
        """How long the pack round lasts."""
        return self.calls[-1].until / 60 if self.calls else 0


def ways(event: Event) -> list[Way]:
    """Return which packs of ``event`` are passed where; nothing where none is (DRF-2.7, DRF-2.8)."""
    if event.draft.sealed:
        return []
    found = [Way(side == LEFT, rounds_passed(side, event.draft.packs)) for side in (LEFT, RIGHT)]
    return [way for way in found if way.packs]


def table_sheets(event: Event) -> list[TableSheet]:
    """Return the tables as they are planned or seated; none before pods are made. Two queries (DRF-2.15)."""
    pods, passed = pod_plan(event).pods if event.plan else [], ways(event)
    return [TableSheet(pod_label(number), _places(pod, passed)) for number, pod in enumerate(pods, 1)]


def called_clock(event: Event) -> PickClock:
    """Return the clock by which picks are called: the event's own, or the usual one."""
    clock = PICK_CLOCKS[event.pick_clock]
    return clock if clock.seconds else PICK_CLOCKS[USUAL]


def call_sheet(event: Event) -> list[PackCalls]:
    """Return what is called for each pack round; nothing where packs are not passed (DRF-2.7, DRF-2.8, DRF-OP-4)."""
    if event.draft.sealed:
        return []
    called = calls(called_clock(event), event.draft.pack_size)
    return [PackCalls(number, direction(number) == LEFT, called) for number in range(1, event.draft.packs + 1)]


def card_list(event: Event, language: str) -> list[Shown]:
    """Return every card that the packs of ``event`` may hold, as they are listed to be ticked: by number."""
    return [shown(event.game, ref, language) for ref in sorted(refs_of(event.boosters, event.cube))]


def deck_sheets(event: Event, language: str) -> list[DeckSheet]:
    """Return the lists of the decks that are fixed: by pod and seat, those that were brought by number. Two queries."""
    if not event.drafted:
        return [*_brought(event, language)] if event.decks_locked_at else []
    closed = Seat.objects.filter(pod__event_pod__event=event, pod__closed_at__isnull=False, deck__isnull=False)
    seats = closed.select_related("pod", "deck").order_by("pod__event_pod__number", "number")
    names = dict(event.entries.values_list("account_id", "name"))
    return [deck_sheet(seat, seat.deck, names[seat.player_id], language) for seat in seats]


def _brought(event: Event, language: str) -> Iterator[DeckSheet]:
    came_in = BroughtDeck.objects.filter(entry__event=event, submitted_at__isnull=False).defer("text")
    for deck in came_in.select_related("entry__team").order_by("entry__number"):
        found = list(lines(event.game, deck.cards, language))
        yield DeckSheet(deck.entry.number, deck.entry.full_name, deck.cards, found, checksum(deck.cards))


def players(event: Event) -> list[Entry]:
    """Return who fills in a sheet: the players who have not left, by their names. One query."""
    return sorted((entry for entry in event.entries.all() if entry.playing), key=lambda entry: entry.name.casefold())


def _places(pod: Sequence[Entry], passed: Sequence[Way]) -> list[Place]:
    names, count = [entry.name for entry in pod], len(pod)
    return [
        Place(seat + 1, names[seat], [names[passes_to(seat, way.packs[0], count)] for way in passed])
        for seat in range(count)
    ]
