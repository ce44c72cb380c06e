"""Bots: their decks, and how they choose, on the site and without one."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cards.printed import PrintedCard
from gameplay import ports
from gameplay.engine.bots.policies import BotPolicy, random_policy
from gameplay.engine.bots.search import ROLLOUTS, SearchBot
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.games.preconstructed import expand_deck_list, preconstructed_decks

CardList = list[PrintedCard]
BOT_FACTORIES: Mapping[
    str, Callable[[Ruleset, str, RandomStream, int], BotPolicy]
] = {  # variant and rollouts are for a search
    "random": lambda ruleset, variant, stream, rollouts: random_policy(stream),
    "greedy": lambda ruleset, variant, stream, rollouts: ruleset.greedy_bot,
    "search": lambda ruleset, variant, stream, rollouts: SearchBot(
        ruleset, likely_cards(ruleset, variant), stream, rollouts=rollouts
    ),
}
LIKELY_CARDS_SEED = b"likely cards"  # the seed of the draft that `likely_cards` looks at


def make_bots(ruleset: Ruleset, variant: str, names: Sequence[str], *, seed: bytes, rollouts: int) -> list[BotPolicy]:
    """Return the bots of these ``names``, one a seat. Raises UnreadableError for a name that no bot has."""
    if unknown := [name for name in names if name not in BOT_FACTORIES]:
        raise UnreadableError(f"{unknown[0]!r} is none of {', '.join(BOT_FACTORIES)}", place="--bots")
    return [
        BOT_FACTORIES[name](ruleset, variant, RandomStream(seed, f"play/bot/{seat}"), rollouts)
        for seat, name in enumerate(names)
    ]


def make_online_bot(ruleset: str, variant: str, name: str, stream: RandomStream) -> BotPolicy:
    """Return the bot of that ``name`` for a game on the site. Raises KeyError for one there is not."""
    return BOT_FACTORIES[name](RULESETS[ruleset], variant, stream, ROLLOUTS)


def likely_cards(ruleset: Ruleset, variant: str) -> list[Any]:
    """Return what a search expects in a deck it knows nothing of: all cards of decks made from the same product.

    They come from the set's own decks or from one pod of bots, always the same, so that every
    player has the knowledge of somebody who has played the set before, and no more.
    """
    return list(_cached_likely_cards(ruleset.name, variant))


@lru_cache(maxsize=8)
def _cached_likely_cards(game: str, variant: str) -> tuple[Any, ...]:
    ruleset = RULESETS[game]
    decks = ready_or_drafted_decks(ruleset, variant, LIKELY_CARDS_SEED)
    read = {card.ref: ruleset.definition(card) for deck in decks for card in deck}
    return tuple(read[card.ref] for deck in decks for card in deck)


def decks_for_seats(ruleset: Ruleset, variant: str, seed: bytes, *, seats: int = 2) -> list[CardList]:
    """Return the decks of a game for so many, as `made_decks` has them; if there are fewer, they are played in turn."""
    decks = ready_or_drafted_decks(ruleset, variant, seed)
    return [decks[seat % len(decks)] for seat in range(seats)]


def ready_or_drafted_decks(ruleset: Ruleset, variant: str, seed: bytes) -> list[CardList]:
    """Return the decks the set itself prints for the variant, else those of a pod that bots draft and build.

    Raises UnreadableError if no set has what is needed.
    """
    if ready := preconstructed_decks(ruleset, variant):
        return [expand_deck_list(ruleset, deck.cards) for deck in ready]
    return ports.draft_decks()(ruleset, variant, seed)
