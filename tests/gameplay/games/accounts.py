"""Accounts of games as different people write them, from a position of the bundled cards."""

from collections.abc import Sequence
from typing import Any

from cards.printed import bundled_card_sets
from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.games import RULESETS
from tests.gameplay.games.enemy.cards import catalogue


def judge(game: str, variant: str, turns: Sequence[str], **fields: Any) -> dict[str, Any]:
    """Return the verdict on an account by Alice and Bob, as JSON. Raises UnknownEntryError."""
    log = {
        "format": "passleft-log-1",
        "ruleset": game,
        "variant": variant,
        "players": ["Alice", "Bob"],
        "turns": list(turns),
    }
    return verdict_json(reported_game_from_json(log | fields, RULESETS, catalogue))


def ready_made_decks(game: str) -> list[dict[str, int]]:
    """Return the first two ready-made decks of a game."""
    return [dict(deck.cards) for card_set in bundled_card_sets(game) for deck in card_set.decks][:2]
