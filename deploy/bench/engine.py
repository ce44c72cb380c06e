"""The rules engine: decisions and games a CPU second, random bots, record and events on."""

import time
from typing import Any

from deploy.bench import peers
from deploy.bots import bot_decks
from gameplay.engine.chance import Seeded, Stream
from gameplay.engine.game import Game
from gameplay.engine.players import random_player
from gameplay.engine.ruleset import Ruleset
from gameplay.games import RULESETS

SECONDS = 4.0
SEED = b"bench"


def measure() -> list[dict[str, Any]]:
    """Return one measurement for each variant of each game, then those of the peers."""
    ours = [measure_variant(ruleset, variant) for ruleset in RULESETS.values() for variant in ruleset.variants]
    return ours + peers.measure()


def measure_variant(ruleset: Ruleset, variant: str) -> dict[str, Any]:
    """Play random games of ``variant`` for `SECONDS` of CPU time.

    A decision is an ask with at least two options; chance and forced asks do not count.
    """
    decks = bot_decks(ruleset, variant, SEED)
    player = random_player(Stream(SEED, "player"))
    games = decisions = turns = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        game = Game.begin(ruleset, variant, decks, Seeded(Stream(SEED, f"game/{games}")))
        while game.ask is not None:
            game.choose(player(game))
            decisions += 1
        games, turns = games + 1, turns + game.table.turn
    return {
        "name": f"engine {ruleset.name} {variant}",
        "decisions_per_s": round(decisions / spent),
        "games_per_s": round(games / spent, 1),
        "decisions_per_game": round(decisions / games, 1),
        "turns_per_game": round(turns / games, 1),
    }
