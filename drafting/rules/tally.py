"""Card statistics over drafts: how often a card was seen, taken and wheeled."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from drafting.rules.draft_log import DraftLog, HeldPack, TakenCopy
from drafting.rules.passing import PICKED_BY_PEOPLE, PickedBy

CHOSEN_BY = PICKED_BY_PEOPLE | {PickedBy.SELECTION}
"""Picks that a person chose, including selected cards that the clock took."""


@dataclass(slots=True)
class CardTally:
    """Statistics of a card in packs that people held.

    ``seen`` counts held packs with the card; ``picks`` has the pick number of each time it was taken. ``could_return``
    counts first views in packs that wheeled back to the same seat, and ``returned`` those that still had the card.
    """

    seen: int = 0
    could_return: int = 0
    returned: int = 0
    picks: list[int] = field(default_factory=list)

    @property
    def taken(self) -> int:
        return len(self.picks)

    @property
    def average_pick(self) -> Fraction | None:
        """The mean pick number at which it was taken; None if it never was."""
        return Fraction(sum(self.picks), self.taken) if self.picks else None

    @property
    def last_pick(self) -> int | None:
        """The latest pick number at which it was taken; None if it never was."""
        return max(self.picks, default=None)

    @property
    def wheel_rate(self) -> Fraction | None:
        """The share of wheeled packs that still had the card; None if no pack wheeled."""
        return Fraction(self.returned, self.could_return) if self.could_return else None


def tally_cards(drafts: Iterable[DraftLog]) -> dict[str, CardTally]:
    """Return the statistics of each card in packs that people held, by ref.

    Random picks of the clock and corrections by a judge count as seen, but not as taken: no person chose the card.
    """
    tallies: dict[str, CardTally] = {}
    for draft in drafts:
        for moment in draft.moments():
            for hand in draft.held_packs(moment):
                if hand.taken and hand.taken.by != PickedBy.BOT:
                    _count(draft, hand, hand.taken, tallies)
    return tallies


def _count(draft: DraftLog, hand: HeldPack, taken: TakenCopy, tallies: dict[str, CardTally]) -> None:
    first_view = hand.moment.number <= draft.seats
    returns = first_view and any(hand.will_wheel(card) for card in hand.cards)
    for card in hand.cards:
        tally = tallies.setdefault(card.ref, CardTally())
        tally.seen += 1
        if returns:
            tally.could_return += 1
            tally.returned += hand.will_wheel(card)
    if taken.by in CHOSEN_BY:
        tallies[taken.ref].picks.append(hand.moment.number)
