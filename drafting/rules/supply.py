"""Possible contents of the packs of a paper draft, which the site does not know."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from drafting.rules.packs import Booster, is_draftable

Bounds = tuple[int, int]
"""Minimum and maximum."""


@dataclass(frozen=True, slots=True)
class CardSupply:
    """The possible contents of packs: the maximum ``copies`` of each card, and ``bounds`` for each rarity.

    ``rarity`` is the rarity of each ref. A cube has no bounds, because its number of cards of each rarity is not fixed.
    """

    copies: Mapping[str, int]
    rarity: Mapping[str, str] = field(default_factory=dict)
    bounds: Mapping[str, Bounds] = field(default_factory=dict)


def packs_supply(packs: Iterable[Sequence[Booster]]) -> CardSupply:
    """Return the supply of ``packs``, given the possible boosters of each pack.

    No pack has duplicates. Wild slots and several possible boosters widen the bounds of the rarities.
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
    """Return the supply of a cube: its cards, each as often as it is listed."""
    return CardSupply(Counter(cards))
