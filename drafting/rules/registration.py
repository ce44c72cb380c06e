"""Pools of a draft at a table, as their players register them afterwards: how many cards, of which sets, of which rarities.

Nothing tells what was in the packs; but a pod's pools together are all its packs, so what no packs could hold is found.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence

from drafting.rules.packs import Booster
from gameplay.engine.errors import RulesError, _


class PoolCountError(RulesError):
    """A pool has more or fewer cards than were drafted; ``details`` counts both."""

    code = "pool_count"
    clause = "DRF-2.16"
    sentence = _("{cards} cards are registered; {pool_size} were drafted.")
    field = "pool"


class NotInPacksError(RulesError):
    """A card that none of the packs could hold."""

    code = "not_in_packs"
    clause = "DRF-1.1"
    sentence = _("{card} is not in the packs of this draft.")
    field = "pool"


class RarityCountError(RulesError):
    """The pools of a pod together have more or fewer cards of a rarity than its packs; ``details`` counts them."""

    code = "rarity_count"
    clause = "DRF-1.4"
    sentence = _("All pools together have {cards} {rarity} cards; the packs held {least} to {most}.")


def pool_faults(pool: Sequence[str], pool_size: int, legal: Container[str]) -> list[RulesError]:
    """Return everything that is wrong with one registered ``pool``, nothing if it may be what was drafted."""
    faults: list[RulesError] = []
    if len(pool) != pool_size:
        faults.append(PoolCountError(cards=len(pool), pool_size=pool_size))
    return faults + [NotInPacksError(card=card) for card in sorted(set(pool)) if card not in legal]


def pod_faults(
    pools: Iterable[Sequence[str]], packs: Iterable[Booster], rarities: Mapping[str, str]
) -> list[RarityCountError]:
    """Return the rarities of which all ``pools`` together have what all ``packs`` together cannot.

    ``rarities`` are those of the cards by ref. A wild slot widens the bounds of what it may hold.
    """
    counted = Counter(rarities[card] for pool in pools for card in pool)
    least, most = Counter[str](), Counter[str]()
    for pack in packs:
        least.update(pack.product.slots)
        most.update({rarity: pack.product.most(rarity) for rarity in pack.product.rarities})
    return [
        RarityCountError(rarity=rarity, cards=counted[rarity], least=least[rarity], most=most[rarity])
        for rarity in sorted(counted.keys() | most.keys())
        if not least[rarity] <= counted[rarity] <= most[rarity]
    ]
