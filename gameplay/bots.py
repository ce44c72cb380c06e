"""Bots: their decks, and how they choose, on the site and without one."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cards.printed import PrintedCard
from gameplay import ports
from gameplay.engine.bots.policies import Player, random_player
from gameplay.engine.bots.search import ROLLOUTS, Search
from gameplay.engine.core.chance import Stream
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.games.ready import listed, ready_decks

Deck = list[PrintedCard]
PLAYERS: Mapping[str, Callable[[Ruleset, str, Stream, int], Player]] = {  # variant and rollouts are for a search
    "random": lambda ruleset, variant, stream, rollouts: random_player(stream),
    "greedy": lambda ruleset, variant, stream, rollouts: ruleset.greedy,
    "search": lambda ruleset, variant, stream, rollouts: Search(
        ruleset, likely_cards(ruleset, variant), stream, rollouts=rollouts
    ),
}
LIKELY = b"likely cards"  # the seed of the draft that `likely_cards` looks at


def players(ruleset: Ruleset, variant: str, names: Sequence[str], *, seed: bytes, rollouts: int) -> list[Player]:
    """Return the bots of these ``names``, one a seat. Raises UnreadableError for a name that no bot has."""
    if unknown := [name for name in names if name not in PLAYERS]:
        raise UnreadableError(f"{unknown[0]!r} is none of {', '.join(PLAYERS)}", place="--bots")
    return [
        PLAYERS[name](ruleset, variant, Stream(seed, f"play/bot/{seat}"), rollouts) for seat, name in enumerate(names)
    ]


def playing_bot(ruleset: str, variant: str, name: str, stream: Stream) -> Player:
    """Return the bot of that ``name`` for a game on the site. Raises KeyError for one there is not."""
    return PLAYERS[name](RULESETS[ruleset], variant, stream, ROLLOUTS)


def likely_cards(ruleset: Ruleset, variant: str) -> list[Any]:
    """Return what a search expects in a deck it knows nothing of: all cards of decks made from the same product.

    They come from the set's own decks or from one pod of bots, always the same, so that every
    player has the knowledge of somebody who has played the set before, and no more.
    """
    return list(_likely(ruleset.name, variant))


@lru_cache(maxsize=8)
def _likely(game: str, variant: str) -> tuple[Any, ...]:
    ruleset = RULESETS[game]
    decks = made_decks(ruleset, variant, LIKELY)
    read = {card.ref: ruleset.read(card) for deck in decks for card in deck}
    return tuple(read[card.ref] for deck in decks for card in deck)


def bot_decks(ruleset: Ruleset, variant: str, seed: bytes, *, seats: int = 2) -> list[Deck]:
    """Return the decks of a game for so many, as `made_decks` has them; if there are fewer, they are played in turn."""
    decks = made_decks(ruleset, variant, seed)
    return [decks[seat % len(decks)] for seat in range(seats)]


def made_decks(ruleset: Ruleset, variant: str, seed: bytes) -> list[Deck]:
    """Return the decks the set itself prints for the variant, else those of a pod that bots draft and build.

    Raises UnreadableError if no set has what is needed.
    """
    if ready := ready_decks(ruleset, variant):
        return [listed(ruleset, deck.cards) for deck in ready]
    return ports.draft_decks()(ruleset, variant, seed)
