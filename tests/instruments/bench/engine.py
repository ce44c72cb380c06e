"""The rules engine: decisions and games of random bots per CPU second, and the time of single operations.

Record and events are on.
"""

import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from gameplay.bots import CardList, decks_for_seats, likely_cards
from gameplay.engine.bots.policies import play_to_end, random_policy
from gameplay.engine.bots.search import InformationSet, SearchBot
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import record_of
from gameplay.engine.core.record_replay import replay_record
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.views import view_for_seat
from gameplay.games import DEFAULT_GAME, RULESETS
from tests.instruments.bench import peers

SECONDS = 4.0
PART_SECONDS = 1.0
ROUNDS = 4  # all modes take turns in each, so that load on the machine affects all of them
SEED = b"bench"
BASELINE = peers.row_name(DEFAULT_GAME, "draft", 2)  # the other rows are compared with its decisions per second
COLUMNS = {
    "decisions_per_s": "decisions/s",
    "of_baseline": "of the first",
    "games_per_s": "games/s",
    "decisions_per_game": "decisions a game",
    "snapshot_us": "snapshot µs",
    "view_us": "view µs",
    "replay_ms": "replay ms",
    "rollouts_per_s": "rollouts/s",
    "searches_per_s": "searches/s",
    "game_kb": "KB a game",
}
Row = dict[str, Any]


@dataclass
class BenchMode:
    """A variant with a number of players and their decks, and the totals of its random games so far."""

    ruleset: Ruleset
    variant: str
    decks: list[CardList]
    games: int = 0
    decisions: int = 0
    turns: int = 0
    seconds: float = 0.0

    @property
    def name(self) -> str:
        return peers.row_name(self.ruleset.name, self.variant, len(self.decks))

    def new_game(self, number: int = 0) -> Game:
        return Game.begin(self.ruleset, self.variant, self.decks, SeededChance(RandomStream(SEED, f"game/{number}")))


def measure() -> list[Row]:
    """Return one row for each variant of each game and number of players, then the rows of the peers."""
    modes = [
        BenchMode(ruleset, variant, decks_for_seats(ruleset, variant, SEED, seats=seats))
        for ruleset in RULESETS.values()
        for variant in ruleset.variants
        for seats in ruleset.player_counts_of(variant)
    ]
    for _ in range(ROUNDS):
        for mode in modes:
            play_random_games(mode, SECONDS / ROUNDS)
    rows = [{"name": mode.name, **mode_figures(mode), **measure_parts(mode)} for mode in modes] + peers.measure()
    (baseline,) = (row["decisions_per_s"] for row in rows if row["name"] == BASELINE)
    for row in rows:
        row["of_baseline"] = round(row["decisions_per_s"] / baseline, 2)
    return rows


def play_random_games(mode: BenchMode, seconds: float) -> None:
    """Play random games of ``mode`` for ``seconds`` of CPU time.

    A decision is an ask with at least two options; chance and forced asks do not count.
    """
    player = random_policy(RandomStream(SEED, f"player/{mode.games}"))
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        game = mode.new_game(mode.games)
        while game.ask is not None:
            game.choose(player(game))
            mode.decisions += 1
        mode.games, mode.turns = mode.games + 1, mode.turns + game.table.turn
    mode.seconds += spent


def mode_figures(mode: BenchMode) -> Row:
    return {
        "decisions_per_s": round(mode.decisions / mode.seconds),
        "games_per_s": round(mode.games / mode.seconds, 1),
        "decisions_per_game": round(mode.decisions / mode.games, 1),
        "turns_per_game": round(mode.turns / mode.games, 1),
    }


def measure_parts(mode: BenchMode) -> Row:
    """Measure single operations over the turns of one random game.

    A view is the JSON of the seat that chooses, with its options and the events of the turn. A rollout is a
    determinization played to its end at random. A search is one decision with at most 100 shorter rollouts.
    ``game_kb`` is the memory of a whole game with its record and events.
    """
    ruleset, variant, decks = mode.ruleset, mode.variant, mode.decks
    stream, pool = RandomStream(SEED, "parts"), likely_cards(ruleset, variant)
    finished, turns = _play_game(mode)
    record, printed = record_of(finished, variant, decks), {card.ref: card for deck in decks for card in deck}
    information_sets = {game: InformationSet(game, _seat(game), pool) for game in turns}
    policies = [random_policy(stream)] * len(decks)

    def roll(game: Game) -> None:
        play_to_end(game.fork(SeededChance(stream), information_sets[game].sample_cards(stream)), policies)

    return {
        "snapshot_us": round(1e6 * _seconds(lambda game: game.table.copy(), turns), 1),
        "view_us": round(1e6 * _seconds(lambda game: orjson.dumps(view_for_seat(game, _seat(game))), turns), 1),
        "replay_ms": round(1e3 * _seconds(lambda game: replay_record(record, ruleset, printed), [finished]), 2),
        "rollouts_per_s": round(1 / _seconds(roll, turns)),
        "searches_per_s": round(1 / _seconds(SearchBot(ruleset, pool, stream, rollouts=100), turns), 1),
        "game_kb": round(_kilobytes(mode)),
    }


def table(rows: Sequence[Row]) -> str:
    """Return the measurements as a Markdown table."""
    lines = ["| | " + " | ".join(COLUMNS.values()) + " |", "|---" + "|--:" * len(COLUMNS) + "|"]
    for row in rows:
        figures = [f"{row[name]:,}" if name in row else "-" for name in COLUMNS]
        lines.append(f"| {row['name'].removeprefix('engine ')} | " + " | ".join(figures) + " |")
    return "\n".join(lines)


def _play_game(mode: BenchMode) -> tuple[Game, list[Game]]:
    """Return a finished random game, and its forks at the first decision of each turn, without their history."""
    player, turns = random_policy(RandomStream(SEED, "player")), {}
    game = mode.new_game()
    while game.ask is not None:
        if game.table.turn not in turns:
            turns[game.table.turn] = game.fork(SeededChance(RandomStream(SEED, "unused")))
        game.choose(player(game))
    return game, list(turns.values())


def _kilobytes(mode: BenchMode) -> float:
    """Return the memory of a finished random game, without the card definitions, which all games share."""
    player = random_policy(RandomStream(SEED, "player"))
    tracemalloc.start()
    game = mode.new_game()
    play_to_end(game, [player] * game.table.seats)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / 1024


def _seat(game: Game) -> int:
    assert game.ask is not None
    return game.ask.seat


def _seconds(operation: Callable[[Game], object], games: list[Game]) -> float:
    """Return the average CPU seconds of ``operation`` over ``games``, which take turns."""
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < PART_SECONDS:
        operation(games[done % len(games)])
        done += 1
    return spent / done
