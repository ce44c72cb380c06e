"""A draft looked back on, from its picks alone: who held which pack when, what was taken, what came round again.

A moment is a pick of a pack round, at which every seat holds the pack that reaches it then, however long each took. A
closed seat holds its pack too, and takes nothing from it. Pack rounds and picks count from 1, seats from 0, clockwise.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from drafting.rules.passing import PickedBy, opener_of, receives_from


class PickMoment(NamedTuple):
    """A pick of a pack round, in the order in which they follow each other."""

    pack_round: int
    number: int


@dataclass(frozen=True, slots=True)
class TakenCopy:
    """A copy of a card, and the pick at which it left its pack: for which seat, and who took it (`PickedBy`)."""

    number: int
    seat: int
    ref: str
    by: str = PickedBy.PLAYER


@dataclass(frozen=True, slots=True)
class HeldPack:
    """What ``seat`` holds at a moment: the ``cards`` in the pack of ``opener``, in the order in which they were to leave.

    ``back_at`` is the pick at which the same seat would hold the pack again, ``gone`` what was taken since it last did.
    """

    seat: int
    opener: int
    moment: PickMoment
    cards: tuple[TakenCopy, ...]
    wheel_pick: int
    taken_since: tuple[TakenCopy, ...]

    @property
    def taken(self) -> TakenCopy | None:
        """The card that leaves the pack here; None at a closed seat."""
        return self.cards[0] if self.cards and self.cards[0].number == self.moment.number else None

    def will_wheel(self, card: TakenCopy) -> bool:
        """Whether ``card`` goes round the table and lies before the same seat again: the wheel."""
        return card.number >= self.wheel_pick


@dataclass(frozen=True, slots=True)
class DraftLog:
    """The picks of a pod of ``seats``: for each pack round and opener the copies of that pack, in the order they left."""

    seats: int
    packs: Mapping[tuple[int, int], Sequence[TakenCopy]]

    def moments(self) -> list[PickMoment]:
        """Return every moment at which a pack holds a card."""
        last: dict[int, int] = {}
        for (pack_round, _opener), cards in self.packs.items():
            last[pack_round] = max(last.get(pack_round, 0), *(card.number for card in cards))
        return [PickMoment(each, number) for each in sorted(last) for number in range(1, last[each] + 1)]

    def held_pack(self, seat: int, moment: PickMoment) -> HeldPack | None:
        """Return what ``seat`` holds then, None if its pack is empty by that time."""
        pack_round, number = moment
        opener = opener_of(seat, number, pack_round, self.seats)
        pack = self.packs.get((pack_round, opener), ())
        cards = tuple(card for card in pack if card.number >= number)
        before = number - self.seats
        gone = tuple(card for card in pack if before <= card.number < number) if before > 0 else ()
        return HeldPack(seat, opener, moment, cards, number + self.seats, gone) if cards else None

    def held_packs(self, moment: PickMoment) -> list[HeldPack]:
        """Return what the seats hold at one moment, without those whose packs are empty."""
        found = (self.held_pack(seat, moment) for seat in range(self.seats))
        return [hand for hand in found if hand]

    def packs_held_by(self, seat: int) -> Iterator[HeldPack]:
        """Go through everything that ``seat`` held, in order."""
        held = (self.held_pack(seat, moment) for moment in self.moments())
        return (hand for hand in held if hand)

    def first_passed_to(self, seat: int) -> dict[int, list[TakenCopy]]:
        """Return what each neighbour passed to ``seat``, every copy once: what the seat first saw in their packs."""
        passed: dict[int, list[TakenCopy]] = {}
        for hand in self.packs_held_by(seat):
            if 1 < hand.moment.number <= self.seats:
                giver = receives_from(seat, hand.moment.pack_round, self.seats)
                passed.setdefault(giver, []).extend(hand.cards)
        return passed
