"""Decks that bots draft and build for games without an event."""

from collections.abc import Sequence

from cards.printed import PrintedCard, bundled_card_sets
from drafting.rules import simulate
from drafting.rules.packs import Booster
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.ruleset import Ruleset

SEATS, PACKS = 6, 4  # the pod and the packs of a booster draft (DRF-1.3, DRF-1.6)
CardList = list[PrintedCard]


def draft_decks(ruleset: Ruleset, variant: str, seed: bytes) -> list[CardList]:
    """Return the decks of a pod of the ruleset's drafting bots. Raises what `decks_from_policies` raises."""
    return decks_from_policies(ruleset, variant, [ruleset.draft_bot.pick] * SEATS, seed)


def decks_from_policies(
    ruleset: Ruleset, variant: str, policies: Sequence[simulate.PickPolicy], seed: bytes
) -> list[CardList]:
    """Return the decks that the ruleset's drafting bot builds from the pools of ``policies``, one for each seat.

    Raises UnreadableError if no set of the game has booster packs.
    """
    sets, size = bundled_card_sets(ruleset.name), ruleset.variants[variant].deck_size
    if not (boosters := [Booster(card_set, product) for card_set in sets for product in card_set.products]):
        raise UnreadableError("no set of this game has booster packs", place="--decks")
    packs = max(PACKS, -(-size // boosters[0].product.size))
    pools = simulate.simulate_pools([boosters[0]] * packs, policies, seed=seed, label="bots")
    return [ruleset.draft_bot.build_deck(pool, size) for pool in pools]
