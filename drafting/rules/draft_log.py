"""Reconstruct a finished draft from its picks: who held which pack, what was taken, and what wheeled.

At each moment (a pick of a pack round) every seat holds the pack that reaches it for this pick, regardless of time. A
closed seat also holds its pack, but takes nothing. Pack rounds and picks count from 1, seats from 0, clockwise.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from drafting.rules.passing import PickedBy, opener_of, receives_from


class PickMoment(NamedTuple):
    """A pick of a pack round. Moments sort in the order of the draft."""

    pack_round: int
    number: int


@dataclass(frozen=True, slots=True)
class TakenCopy:
    """A copy of a card, the number and seat of the pick that took it, and who picked (`PickedBy`)."""

    number: int
    seat: int
    ref: str
    by: str = PickedBy.PLAYER


@dataclass(frozen=True, slots=True)
class HeldPack:
    """The pack of ``opener`` that ``seat`` holds at a moment; ``cards`` are in the order in which they were taken.

    ``wheel_pick`` is the pick at which the same seat would hold the pack again. ``taken_since`` are the copies taken
    since it last held the pack.
    """

    seat: int
    opener: int
    moment: PickMoment
    cards: tuple[TakenCopy, ...]
    wheel_pick: int
    taken_since: tuple[TakenCopy, ...]

    @property
    def taken(self) -> TakenCopy | None:
        """The copy taken at this pick; None for a closed seat."""
        return self.cards[0] if self.cards and self.cards[0].number == self.moment.number else None

    def will_wheel(self, card: TakenCopy) -> bool:
        """Whether ``card`` wheels: it is still in the pack when the seat holds it again."""
        return card.number >= self.wheel_pick


@dataclass(frozen=True, slots=True)
class DraftLog:
    """The picks of a pod: for each pack round and opener the copies of the pack, in the order they were taken."""

    seats: int
    packs: Mapping[tuple[int, int], Sequence[TakenCopy]]

    def moments(self) -> list[PickMoment]:
        """Return every moment at which a pack has a card left."""
        last: dict[int, int] = {}
        for (pack_round, _opener), cards in self.packs.items():
            last[pack_round] = max(last.get(pack_round, 0), *(card.number for card in cards))
        return [PickMoment(each, number) for each in sorted(last) for number in range(1, last[each] + 1)]

    def held_pack(self, seat: int, moment: PickMoment) -> HeldPack | None:
        """Return the pack that ``seat`` holds at ``moment``, or None if it is empty."""
        pack_round, number = moment
        opener = opener_of(seat, number, pack_round, self.seats)
        pack = self.packs.get((pack_round, opener), ())
        cards = tuple(card for card in pack if card.number >= number)
        before = number - self.seats
        taken_since = tuple(card for card in pack if before <= card.number < number) if before > 0 else ()
        return HeldPack(seat, opener, moment, cards, number + self.seats, taken_since) if cards else None

    def held_packs(self, moment: PickMoment) -> list[HeldPack]:
        """Return the non-empty packs that the seats hold at ``moment``."""
        packs = (self.held_pack(seat, moment) for seat in range(self.seats))
        return [pack for pack in packs if pack]

    def packs_held_by(self, seat: int) -> Iterator[HeldPack]:
        """Yield every pack that ``seat`` held, in order."""
        packs = (self.held_pack(seat, moment) for moment in self.moments())
        return (pack for pack in packs if pack)

    def first_passed_to(self, seat: int) -> dict[int, list[TakenCopy]]:
        """Return the copies that each neighbour passed to ``seat``, by seat number; each copy counts once."""
        passed: dict[int, list[TakenCopy]] = {}
        for pack in self.packs_held_by(seat):
            if 1 < pack.moment.number <= self.seats:
                neighbour = receives_from(seat, pack.moment.pack_round, self.seats)
                passed.setdefault(neighbour, []).extend(pack.cards)
        return passed
