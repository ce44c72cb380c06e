"""Printed sheets of a paper draft: seating, calls, and lists of cards to tick. They show no drafted cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cards.selectors import DisplayedCard, get_displayed_card
from drafting.models import Seat
from drafting.rules.decks import deck_checksum
from drafting.rules.passing import LEFT, RIGHT, direction, passes_to, rounds_passed_in_direction
from drafting.rules.timing import PICK_CLOCKS, CalledPick, PickClock, called_picks
from drafting.selectors.deck_list import DeckSheet, deck_list_lines, deck_sheet
from drafting.selectors.pod_cards import possible_refs
from tournaments.models import ConstructedDeck, Entry, Event
from tournaments.selectors.roster import in_reading_order, pod_label, pod_plan
from tournaments.selectors.seats import cut_seats

DEFAULT_CALLED_CLOCK = "tournament"
"""The pick clock to call for an event without one."""


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat at a table, from 1, and the names of the neighbours to whom packs are passed, one for each direction."""

    number: int
    name: str
    neighbours: Sequence[str]


@dataclass(frozen=True, slots=True)
class PassedPacks:
    """The numbers of the packs that are passed to the left, or to the right."""

    is_left: bool
    packs: Sequence[int]


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A pod's table, with its seats clockwise."""

    label: str
    seats: Sequence[TableSeat]


@dataclass(frozen=True, slots=True)
class PackCalls:
    """The calls of one pack round: its passing direction and its picks."""

    number: int
    is_left: bool
    calls: Sequence[CalledPick]

    @property
    def minutes(self) -> float:
        """The duration of the pack round in minutes."""
        return self.calls[-1].until / 60 if self.calls else 0


def passed_packs(event: Event) -> list[PassedPacks]:
    """Return the passing directions of the packs of ``event``; [] if packs are not passed (DRF-2.7, DRF-2.8)."""
    if event.draft_format.sealed:
        return []
    found = [
        PassedPacks(side == LEFT, rounds_passed_in_direction(side, event.draft_format.packs)) for side in (LEFT, RIGHT)
    ]
    return [passed for passed in found if passed.packs]


def table_sheets(event: Event) -> list[TableSheet]:
    """Return the tables as planned or seated; [] before pods are made (DRF-2.15). Makes two queries.

    Once the top cut is seated for its draft, it is that table.
    """
    passed = passed_packs(event)
    if event.cut_seated_at:
        entries = {entry.account_id: entry for entry in event.entries.all()}
        seats = list(cut_seats(event).select_related("pod"))
        return [TableSheet(seats[0].pod.label, _places([entries[seat.player_id] for seat in seats], passed))]
    pods = pod_plan(event).pods if event.plan else []
    return [TableSheet(pod_label(number), _places(pod, passed)) for number, pod in enumerate(pods, 1)]


def calling_clock(event: Event) -> PickClock:
    """Return the pick clock to call: the event's own, or the default one."""
    clock = PICK_CLOCKS[event.pick_clock]
    return clock if clock.seconds else PICK_CLOCKS[DEFAULT_CALLED_CLOCK]


def call_sheet(event: Event) -> list[PackCalls]:
    """Return the calls of each pack round; [] if packs are not passed (DRF-2.7, DRF-2.8, DRF-OP-4)."""
    if event.draft_format.sealed:
        return []
    called = called_picks(calling_clock(event), event.draft_format.pack_size)
    return [PackCalls(number, direction(number) == LEFT, called) for number in range(1, event.draft_format.packs + 1)]


def possible_cards(event: Event, language: str) -> list[DisplayedCard]:
    """Return every card that the packs of ``event`` may contain, in any draft, by number, as listed for ticking."""
    refs = possible_refs(event.boosters, event.cube)
    if event.has_other_cut_packs:
        refs |= possible_refs(event.cut_boosters, ())
    return [get_displayed_card(event.game, ref, language) for ref in sorted(refs)]


def deck_sheets(event: Event, language: str) -> list[DeckSheet]:
    """Return the sheets of all fixed decks: by pod and seat, constructed decks by player number. Makes two queries."""
    if not event.drafted:
        return [*_constructed(event, language)] if event.decks_locked_at else []
    closed = Seat.objects.filter(pod__event_pod__event=event, pod__closed_at__isnull=False, deck__isnull=False)
    seats = closed.select_related("pod", "deck").order_by("pod__event_pod__number", "number")
    names = dict(event.entries.values_list("account_id", "name"))
    return [deck_sheet(seat, seat.deck, names[seat.player_id], language) for seat in seats]


def _constructed(event: Event, language: str) -> Iterator[DeckSheet]:
    submitted = ConstructedDeck.objects.filter(entry__event=event, submitted_at__isnull=False).defer("text")
    for deck in submitted.select_related("entry__team").order_by("entry__number"):
        found = list(deck_list_lines(event.game, deck.cards, language))
        yield DeckSheet(deck.entry.number, deck.entry.full_name, deck.cards, found, deck_checksum(deck.cards))


def players_by_name(event: Event) -> list[Entry]:
    """Return the players who have not dropped, by reading or name: they fill in the sheets. Makes one query."""
    return [entry for entry in in_reading_order(event.entries.all()) if entry.is_playing]


def _places(pod: Sequence[Entry], passed: Sequence[PassedPacks]) -> list[TableSeat]:
    names, count = [entry.name for entry in pod], len(pod)
    return [
        TableSeat(seat + 1, names[seat], [names[passes_to(seat, each.packs[0], count)] for each in passed])
        for seat in range(count)
    ]
