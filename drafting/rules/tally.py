"""How cards fare at the table, added up over drafts: seen, taken, come round again."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from drafting.rules.draft_log import DraftLog, HeldPack, TakenCopy
from drafting.rules.passing import PICKED_BY_PEOPLE, PickedBy

CHOSEN_BY = PICKED_BY_PEOPLE | {PickedBy.SELECTION}
"""By whom a card was taken that somebody wanted, be it that the clock took what they had selected."""


@dataclass(slots=True)
class CardTally:
    """What became of a card in the hands of people.

    ``seen`` counts the packs in hand in which it lay, ``picks`` are the numbers of the picks that took it. Of the packs
    in which it was seen first, ``could_return`` came round to the same seat again, and in ``returned`` it still lay.
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
        """The mean number of the pick that took it; None if nobody did."""
        return Fraction(sum(self.picks), self.taken) if self.picks else None

    @property
    def last_pick(self) -> int | None:
        """The latest pick that took it."""
        return max(self.picks, default=None)

    @property
    def wheel_rate(self) -> Fraction | None:
        """The share of the packs in which it came round, of those that did; None if none did."""
        return Fraction(self.returned, self.could_return) if self.could_return else None


def tally_cards(drafts: Iterable[DraftLog]) -> dict[str, CardTally]:
    """Return what became of each card, by ref, in the hands that people held.

    What the clock took at random, or a judge gave, is seen, but not taken: nobody chose it from that hand.
    """
    found: dict[str, CardTally] = {}
    for draft in drafts:
        for moment in draft.moments():
            for hand in draft.held_packs(moment):
                if hand.taken and hand.taken.by != PickedBy.BOT:
                    _count(draft, hand, hand.taken, found)
    return found


def _count(draft: DraftLog, hand: HeldPack, taken: TakenCopy, found: dict[str, CardTally]) -> None:
    first_look = hand.moment.number <= draft.seats
    returns = first_look and any(hand.will_wheel(card) for card in hand.cards)
    for card in hand.cards:
        of_card = found.setdefault(card.ref, CardTally())
        of_card.seen += 1
        if returns:
            of_card.could_return += 1
            of_card.returned += hand.will_wheel(card)
    if taken.by in CHOSEN_BY:
        found[taken.ref].picks.append(hand.moment.number)
