"""A pool and the deck made of it, for their player, once the draft is over (DRF-2.14)."""

import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from cards.selectors import Shown, shown
from drafting.models import Deck, Pod, Seat
from drafting.rules.decks import checksum, deck_faults
from drafting.rules.timing import is_over
from drafting.selectors import printed
from drafting.selectors.pools import pool
from drafting.selectors.seats import log_number
from gameplay.engine.errors import RulesError


@dataclass(frozen=True, slots=True)
class PoolCard:
    """A card of the pool: how many copies were drafted, and how many are in the deck."""

    ref: str
    shown: Shown
    drafted: int
    copies: int


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a curve: of so many drafted, so many are in the deck."""

    label: str
    copies: int
    drafted: int


@dataclass(frozen=True, slots=True)
class DeckView:
    """A deck as its player sees it. ``checksum`` names a submitted list; ``late`` means it can only be read."""

    pod: uuid.UUID
    label: str
    seat: int
    game: str
    number: int
    at: datetime
    pool: tuple[PoolCard, ...]
    cards: tuple[str, ...]
    size: int
    version: int
    faults: Sequence[RulesError]
    saved_at: datetime | None
    submitted_at: datetime | None
    deadline: datetime | None
    closed: bool
    late: bool
    completed: bool

    @property
    def count(self) -> int:
        return len(self.cards)

    @property
    def checksum(self) -> str:
        return checksum(self.cards) if self.submitted_at else ""

    @property
    def open(self) -> bool:
        """Whether it can be changed now."""
        return not (self.closed or self.late or self.submitted_at)

    def sorted(self, by: str) -> list[PoolCard]:
        """Return the pool by "type", "element", "strength", "destiny" or "name"; names decide among equals."""
        key = ORDERS.get(by, ORDERS["type"])
        return sorted(self.pool, key=lambda card: (key(card), card.shown.face.name, card.ref))

    def curve(self, by: str) -> list[Bar]:
        """Return a bar for each "type", "element" or "destiny" in the pool."""
        labels = LABELS[by]
        bars: dict[str, tuple[int, int]] = {}
        for card in self.sorted(by):
            if label := labels(card):
                copies, drafted = bars.get(label, (0, 0))
                bars[label] = copies + card.copies, drafted + card.drafted
        return [Bar(label, *counts) for label, counts in bars.items()]


def deck_view(seat: Seat, *, language: str) -> DeckView | None:
    """Return the deck of ``seat``, which comes with its pod; None until the draft is over. Three queries."""
    number = log_number(seat.pod)
    deck = Deck.objects.filter(seat=seat).first() if seat.pod.drafted_at else None
    if deck is None:
        return None
    pod, now, drafted = seat.pod, timezone.now(), pool(seat)
    copies = Counter(deck.cards)
    return DeckView(
        pod=pod.pk,
        label=pod.label,
        seat=seat.number + 1,
        game=pod.game,
        number=number,
        at=now,
        pool=tuple(
            PoolCard(ref, shown(pod.game, ref, language), count, copies[ref])
            for ref, count in sorted(Counter(drafted).items())
        ),
        cards=tuple(sorted(deck.cards)),
        size=pod.terms.deck_size,
        version=deck.version,
        faults=deck_faults(deck.cards, drafted, pod.terms.deck_size, printed.legal(pod)),
        saved_at=deck.saved_at,
        submitted_at=deck.submitted_at,
        deadline=seat.deck_deadline,
        closed=pod.closed_at is not None or seat.closed_at is not None,
        late=is_over(seat.deck_deadline, now),
        completed=deck.completed_by_clock,
    )


def waiting_for(pod: Pod) -> list[str]:
    """Return who has not handed in a deck yet, clockwise. One query."""
    missing = Seat.objects.filter(pod=pod, closed_at=None).exclude(deck__submitted_at__isnull=False)
    return list(missing.order_by("number").values_list("player__handle", flat=True))


def _fact(name: str) -> Callable[[PoolCard], int]:
    return lambda card: int(card.shown.printed.facts.get(name) or 0)


ORDERS: dict[str, Callable[[PoolCard], object]] = {
    "type": lambda card: (card.shown.face.type_name, card.shown.face.icon),
    "element": lambda card: (not card.shown.face.icon, card.shown.face.icon, card.shown.face.type_name),
    "strength": lambda card: -_fact("strength")(card),
    "destiny": _fact("destiny"),
    "name": lambda card: 0,
}
LABELS: dict[str, Callable[[PoolCard], str]] = {
    "type": lambda card: card.shown.face.type_name,
    "element": lambda card: card.shown.element,
    "destiny": lambda card: card.shown.face.corner,
}
