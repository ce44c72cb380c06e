"""Bots that play without a site: their decks, and how they choose. For the commands play and bench."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cards.printed import CardSet, PrintedCard, card_set, card_sets
from drafting.rules import simulate
from drafting.rules.packs import Booster
from gameplay.engine.chance import Stream
from gameplay.engine.errors import UnreadableError
from gameplay.engine.players import Player, random_player
from gameplay.engine.ruleset import Ruleset

Deck = list[PrintedCard]
PLAYERS: Mapping[str, Callable[[Ruleset, Stream], Player]] = {
    "random": lambda ruleset, stream: random_player(stream),
    "greedy": lambda ruleset, stream: ruleset.greedy,
}
SEATS, PACKS = 6, 4  # the pod and the packs of a booster draft (DRF-1.3, DRF-1.6)


def bot_decks(ruleset: Ruleset, variant: str, seed: bytes) -> list[Deck]:
    """Return two decks: the set's own where it prints any for the variant, else drafted and built by bots.

    Raises UnreadableError if no set has what is needed.
    """
    size, sets = ruleset.variants[variant].deck_size, card_sets(ruleset.name)
    if ready := [card_set for card_set in sets if _ready(card_set, size)]:
        return [_listed(ruleset, deck.cards) for deck in ready[0].decks][:2]
    if not (boosters := [Booster(card_set, product) for card_set in sets for product in card_set.products]):
        raise UnreadableError("no set of this game has booster packs", place="--decks")
    packs = max(PACKS, -(-size // boosters[0].product.size))
    pools = simulate.pools([boosters[0]] * packs, [ruleset.drafter.pick] * SEATS, seed=seed, label="bots")
    return [ruleset.drafter.build(pool, size) for pool in pools[:2]]


def read_decks(ruleset: Ruleset, file: Path) -> list[Deck]:
    """Return the decks of a file ``{"decks": [{"SD-01": 3, ...}, ...]}``. Raises UnreadableError."""
    try:
        lists = json.loads(file.read_text(encoding="utf-8"))["decks"]
        return [_listed(ruleset, deck) for deck in lists]
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise UnreadableError(str(error), file=str(file), place="decks") from error
    except KeyError as missing:
        raise UnreadableError(f"there is no {missing.args[0]}", file=str(file)) from missing


def _ready(card_set: CardSet, size: int) -> bool:
    return len(card_set.decks) > 1 and all(sum(deck.cards.values()) == size for deck in card_set.decks)


def _listed(ruleset: Ruleset, copies: Mapping[str, Any]) -> Deck:
    return [card for ref, count in copies.items() for card in [_card(ruleset, ref)] * int(count)]


def _card(ruleset: Ruleset, ref: str) -> PrintedCard:
    code, _, number = ref.partition("-")
    return card_set(ruleset.name, code).card(number)
