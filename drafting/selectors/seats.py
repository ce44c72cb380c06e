"""What a player may see of the draft: the one door, built from nothing (DRF-2.11, DRF-2.14, DRF-2.15)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from drafting.models import Deck, Pack, Pick, Pod, Seat
from drafting.rules import passing
from drafting.selectors.tables import OpenRound, open_round
from gameplay.models import LogStream

SEATED, PICKING, PASSING, BETWEEN, BUILDING, DONE = "seated", "picking", "passing", "between", "building", "done"


@dataclass(frozen=True, slots=True)
class CardView:
    """A copy in the pack in hand: ``token`` names it, ``ref`` is the card."""

    token: str
    ref: str


@dataclass(frozen=True, slots=True)
class PackView:
    """The pack in hand. ``cards`` lie in an order of their own for each seat; ``fresh`` if nobody has picked from it."""

    id: uuid.UUID
    pick_number: int
    cards: tuple[CardView, ...]
    fresh: bool
    due_at: datetime | None


@dataclass(frozen=True, slots=True)
class NeighbourView:
    """A seat as everybody at the pod sees it: who, how many packs wait there, whether the deck is in."""

    number: int
    name: str
    queue: int
    automatic: bool
    submitted: bool
    you: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """What the player of a seat sees now.

    ``number`` is that of the pod's stream when this was true; ``state`` one of the words above. ``seats`` go clockwise
    from seat 1. ``deck_deadline`` is the seat's own. Own picks are nowhere in it.
    """

    pod: uuid.UUID
    label: str
    seat: int
    number: int
    at: datetime
    state: str
    game: str
    pack_round: int
    packs: int
    pack_size: int
    direction: str
    passes_to: str
    receives_from: str
    pack: PackView | None
    selected: str
    seats: tuple[NeighbourView, ...]
    bot: bool
    closed: bool
    paused: bool
    clock_picked: bool
    deck_deadline: datetime | None

    @property
    def still_picking(self) -> list[str]:
        """The names of those who hold packs, clockwise from seat 1."""
        return [seat.name for seat in self.seats if seat.queue]

    @property
    def clockwise(self) -> Sequence[NeighbourView]:
        """The seats clockwise from this one."""
        return self.seats[self.seat - 1 :] + self.seats[: self.seat - 1]


def seat_view(seat: Seat) -> SeatView:
    """Return what the player of ``seat``, which comes with its pod, may see now.

    Three queries; one more with a pick clock, and once the draft is over.
    """
    pod, number = seat.pod, log_number(seat.pod)
    seats = list(Seat.objects.filter(pod=pod).select_related("player").order_by("number"))
    drafting = open_round(pod)
    submitted = submitted_seats(pod)
    waiting = drafting.before(seat.number)
    way = max(pod.pack_round, 1)
    return SeatView(
        pod=pod.pk,
        label=pod.label,
        seat=seat.number + 1,
        number=number,
        at=timezone.now(),
        state=_state(seat, drafting, waiting, seat.pk in submitted),
        game=pod.game,
        pack_round=pod.pack_round,
        packs=pod.terms.packs,
        pack_size=pod.terms.pack_size,
        direction=direction(pod),
        passes_to=seats[passing.passes_to(seat.number, way, len(seats))].player.handle,
        receives_from=seats[passing.receives_from(seat.number, way, len(seats))].player.handle,
        pack=_pack(pod, waiting[0]) if waiting else None,
        selected=seat.selected if waiting and seat.selected in {token for token, _ in waiting[0].contents} else "",
        seats=neighbours(seats, drafting, submitted, you=seat),
        bot=bool(seat.bot),
        closed=seat.closed_at is not None,
        paused=pod.paused_at is not None,
        clock_picked=bool(pod.clock.seconds) and _clock_picked(seat),
        deck_deadline=seat.deck_deadline,
    )


def pod_map(pod: Pod) -> tuple[NeighbourView, ...]:
    """Return the seats of a pod clockwise from seat 1, for its officials: never a card. Two or three queries."""
    seats = list(Seat.objects.filter(pod=pod).select_related("player").order_by("number"))
    return neighbours(seats, open_round(pod), submitted_seats(pod))


def neighbours(
    seats: Sequence[Seat], drafting: OpenRound, submitted: frozenset[uuid.UUID], you: Seat | None = None
) -> tuple[NeighbourView, ...]:
    return tuple(
        NeighbourView(
            number=seat.number + 1,
            name=seat.player.handle,
            queue=len(drafting.before(seat.number)),
            automatic=seat.automatic,
            submitted=seat.pk in submitted,
            you=you is not None and seat.pk == you.pk,
        )
        for seat in seats
    )


def submitted_seats(pod: Pod) -> frozenset[uuid.UUID]:
    """Return the seats whose decks are in. One query, none before the draft is over."""
    if pod.drafted_at is None:
        return frozenset()
    return frozenset(Deck.objects.filter(seat__pod=pod, submitted_at__isnull=False).values_list("seat", flat=True))


def direction(pod: Pod) -> str:
    """Return "left" or "right": where the packs of the open round go, or of the first."""
    return "left" if passing.direction(max(pod.pack_round, 1)) == passing.LEFT else "right"


def log_number(pod: Pod) -> int:
    """Return how far the pod's stream is. To be asked first, so that what happens meanwhile is told again. One query."""
    return LogStream.objects.filter(name=pod.stream).values_list("number", flat=True).first() or 0


def _state(seat: Seat, drafting: OpenRound, waiting: Sequence[Pack], submitted: bool) -> str:
    pod = seat.pod
    if pod.closed_at or seat.closed_at or submitted:
        return DONE
    if pod.drafted_at:
        return BUILDING
    if not pod.pack_round:
        return SEATED
    if waiting:
        return PICKING
    return BETWEEN if drafting.drafted else PASSING


def _pack(pod: Pod, pack: Pack) -> PackView:
    refs = dict(pack.contents)
    order = passing.shown_order(list(refs), seed=bytes(pod.seed), label=pack.label(pod), hops=pack.hops)
    cards = tuple(CardView(token, refs[token]) for token in order)
    return PackView(pack.pk, pack.hops + 1, cards, pack.hops == 0, pack.due_at)


def _clock_picked(seat: Seat) -> bool:
    """Whether the clock made the seat's last pick; which card it was is not asked."""
    last = Pick.objects.filter(seat=seat).order_by("-pack_round", "-number")
    return bool(last.values_list("auto", flat=True).first())
