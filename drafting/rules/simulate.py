"""Simulate a draft by bots, for measurements of sets and for bot games."""

from collections.abc import Callable, Sequence

from cards.printed import PrintedCard
from drafting.rules.packs import Booster, make_pod_packs
from drafting.rules.passing import opener_of

PickPolicy = Callable[[Sequence[PrintedCard], Sequence[PrintedCard]], int]
"""Returns the index of the card to take, given a pool and a pack."""


def simulate_pools(
    boosters: Sequence[Booster], policies: Sequence[PickPolicy], *, seed: bytes, label: str
) -> list[list[PrintedCard]]:
    """Return the pool of each seat; there is one of ``policies`` for each seat and one of ``boosters`` for each round.

    The packs are those of a pod named ``label`` with ``seed``.
    """
    seats = len(policies)
    drafted: list[list[PrintedCard]] = [[] for _ in policies]
    printed = {card.ref: card for booster in boosters for card in booster.card_set.cards}
    packs = make_pod_packs(boosters, seats, seed=seed, pod_label=label)
    for pack_round, booster in enumerate(boosters, 1):
        left = {
            pack.opener: [printed[copy.ref] for copy in pack.copies] for pack in packs if pack.pack_round == pack_round
        }
        for number in range(1, booster.product.size + 1):
            for seat, pick in enumerate(policies):
                pack = left[opener_of(seat, number, pack_round, seats)]
                drafted[seat].append(pack.pop(pick(drafted[seat], pack)))
    return drafted
