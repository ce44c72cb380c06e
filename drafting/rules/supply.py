"""What the packs of a draft at a table can hold: nobody but their buyers knows what they do."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from drafting.rules.packs import Booster, is_draftable

Bounds = tuple[int, int]
"""At least, and at most."""


@dataclass(frozen=True, slots=True)
class CardSupply:
    """What packs can hold together: so many ``copies`` of each card at most, and so many cards of each rarity.

    ``rarity`` is that of each ref. Where nobody knows how many of a rarity there are, as in a cube, it has no bounds.
    """

    copies: Mapping[str, int]
    rarity: Mapping[str, str] = field(default_factory=dict)
    bounds: Mapping[str, Bounds] = field(default_factory=dict)


def packs_supply(packs: Iterable[Sequence[Booster]]) -> CardSupply:
    """Return what ``packs`` can hold, each of which is of one of the kinds that are given for it.

    No pack has a card twice. A wild slot, or several kinds, widen the bounds of the rarities.
    """
    copies, least, most = Counter[str](), Counter[str](), Counter[str]()
    rarity: dict[str, str] = {}
    for kinds in packs:
        cards = {card.ref: card.rarity for kind in kinds for card in kind.card_set.cards
                 if is_draftable(card) and card.rarity in kind.product.rarities}  # fmt: skip
        copies.update(cards.keys())
        rarity |= cards
        for each in {rarity for kind in kinds for rarity in kind.product.rarities}:
            least[each] += min(kind.product.slots.get(each, 0) for kind in kinds)
            most[each] += max(kind.product.max_of_rarity(each) for kind in kinds)
    return CardSupply(copies, rarity, {each: (least[each], most[each]) for each in most})


def cube_supply(cards: Iterable[str]) -> CardSupply:
    """Return what packs of a cube can hold: its cards, each as often as it is listed."""
    return CardSupply(Counter(cards))
