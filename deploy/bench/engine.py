"""The rules engine: decisions and games a CPU second, random bots, record and events on; then its single parts."""

import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import orjson

from deploy.bench import peers
from deploy.bots import bot_decks, likely_cards
from gameplay.engine.chance import Seeded, Stream
from gameplay.engine.game import Game
from gameplay.engine.players import play_out, random_player
from gameplay.engine.record import record_of, replay
from gameplay.engine.ruleset import Ruleset
from gameplay.engine.search import Guess, Search
from gameplay.engine.sight import view
from gameplay.games import RULESETS

SECONDS = 4.0
PART_SECONDS = 1.0
SEED = b"bench"
IN_PARTS = (("enemy", "draft"), ("hagmi", "tactics"), ("rm2k", "standard"))


def measure() -> list[dict[str, Any]]:
    """Return one measurement for each variant of each game, then its parts, then those of the peers."""
    ours = [
        measure_variant(ruleset, variant, seats)
        for ruleset in RULESETS.values()
        for variant in ruleset.variants
        for seats in ruleset.seats_of(variant)
    ]
    parts = [measure_parts(RULESETS[game], variant) for game, variant in IN_PARTS]
    return ours + parts + peers.measure()


def measure_variant(ruleset: Ruleset, variant: str, seats: int = 2) -> dict[str, Any]:
    """Play random games of ``variant`` between so many for `SECONDS` of CPU time.

    A decision is an ask with at least two options; chance and forced asks do not count.
    """
    decks = bot_decks(ruleset, variant, SEED, seats=seats)
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
        "name": f"engine {ruleset.name} {variant}" + (f", {seats} players" if seats > 2 else ""),
        "decisions_per_s": round(decisions / spent),
        "games_per_s": round(games / spent, 1),
        "decisions_per_game": round(decisions / games, 1),
        "turns_per_game": round(turns / games, 1),
    }


def measure_parts(ruleset: Ruleset, variant: str) -> dict[str, Any]:
    """What single things cost, each over the turns of one random game.

    A view is all that the seat to choose may know, with its options and what happened in this turn; a
    rollout is a guessed world played to its end at random, a search one decision with the usual number
    of its shorter ones. ``game_kb`` is what a whole game holds in memory, its record and events with it.
    """
    decks, stream, pool = bot_decks(ruleset, variant, SEED), Stream(SEED, "parts"), likely_cards(ruleset, variant)
    whole, turns = _played(ruleset, variant)
    record, printed = record_of(whole, variant, decks), {card.ref: card for deck in decks for card in deck}
    guesses = {game: Guess(game, _seat(game), pool) for game in turns}
    randomly = [random_player(stream)] * whole.table.seats

    def roll(game: Game) -> None:
        play_out(game.fork(Seeded(stream), guesses[game].cards(stream)), randomly)

    return {
        "name": f"engine {ruleset.name} {variant}, parts",
        "snapshot_us": round(1e6 * _seconds(lambda game: game.table.copy(), turns), 1),
        "view_us": round(1e6 * _seconds(lambda game: orjson.dumps(view(game, _seat(game))), turns), 1),
        "replay_ms": round(1e3 * _seconds(lambda game: replay(record, ruleset, printed), [whole]), 2),
        "rollouts_per_s": round(1 / _seconds(roll, turns)),
        "searches_per_s": round(1 / _seconds(Search(ruleset, pool, stream), turns), 1),
        "game_kb": round(_kilobytes(ruleset, variant)),
    }


def _played(ruleset: Ruleset, variant: str) -> tuple[Game, list[Game]]:
    """A random game, and what it was at the first decision of each turn, without what had happened before."""
    player, moments = random_player(Stream(SEED, "player")), dict[int, Game]()
    game = Game.begin(ruleset, variant, bot_decks(ruleset, variant, SEED), Seeded(Stream(SEED, "game/0")))
    while game.ask is not None:
        if game.table.turn not in moments:
            moments[game.table.turn] = game.fork(Seeded(Stream(SEED, "unused")))
        game.choose(player(game))
    return game, list(moments.values())


def _kilobytes(ruleset: Ruleset, variant: str) -> float:
    """What a random game takes in memory once it is over; its definitions, which all games share, are there before."""
    decks, player = bot_decks(ruleset, variant, SEED), random_player(Stream(SEED, "player"))
    tracemalloc.start()
    game = Game.begin(ruleset, variant, decks, Seeded(Stream(SEED, "game/0")))
    play_out(game, [player] * game.table.seats)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / 1024


def _seat(game: Game) -> int:
    assert game.ask is not None
    return game.ask.seat


def _seconds(part: Callable[[Game], object], games: list[Game]) -> float:
    """CPU seconds that ``part`` takes for one of ``games``, which take turns."""
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < PART_SECONDS:
        part(games[done % len(games)])
        done += 1
    return spent / done
