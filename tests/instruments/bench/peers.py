"""Other engines of card games, measured in the same run and in the same way; and our games, played through OpenSpiel.

OpenSpiel is installed with the tests. Its games in C++ spend most of the time on calls from Python, as in any use from
Python. RLCard's games are measured without its features for learning.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from gameplay.bots import decks_for_seats
from gameplay.engine.core.chance import RandomStream
from gameplay.games import RULESETS
from tests.conformance.contest import contest_of
from tests.gameplay.games.kits import kit_of

RandomGame = Callable[[RandomStream], int]
"""Plays one random game to its end, and returns the number of choices among two or more."""

SECONDS = 2.0  # of CPU time for each game
SEED = b"peers"
OPENSPIEL_GAMES = (
    "skat",
    "crazy_eights",
    "bridge(use_double_dummy_result=false)",
    "gin_rummy",
    "python_block_dominoes",
    "python_liars_poker",
)
RLCARD_GAMES = ("uno", "gin_rummy", "doudizhu")
INSTALL = {
    "pyspiel": "run `manage.py test`",
    "rlcard": "uv pip install --python .venv --require-hashes -r deploy/requirements/bench.txt (uv may be in .tools)",
}


def measure() -> list[dict[str, Any]]:
    """Return the measurements of the games of each installed peer, and of our games played through OpenSpiel."""
    rows = []
    if find_spec("pyspiel"):
        rows += [
            _measure(f"{row_name(*mode)}, through OpenSpiel", _openspiel_player(_own_game(*mode)))
            for mode in _own_modes()
        ]
        rows += [_measure(f"OpenSpiel {name}", _openspiel_player(_openspiel_game(name))) for name in OPENSPIEL_GAMES]
    if find_spec("rlcard"):
        rows += [_measure(f"RLCard {name}", _rlcard_player(name)) for name in RLCARD_GAMES]
    return rows


def row_name(game: str, variant: str, seats: int) -> str:
    """Return the name of the row of one of our games."""
    return f"engine {game} {variant}" + (f", {seats} players" if seats > 2 else "")


def _own_modes() -> Iterator[tuple[str, str, int]]:
    """Yield the game, the variant and the number of players of each of our games that OpenSpiel plays."""
    for game in RULESETS:
        for variant, seats in kit_of(game).measured_modes:
            yield game, variant, seats


def missing_peers() -> list[str]:
    """Return messages about the peers that are not installed, with installation instructions."""
    return [
        f"{module} is not installed and was skipped. To install it: {how}"
        for module, how in INSTALL.items()
        if not find_spec(module)
    ]


def _measure(name: str, play: RandomGame) -> dict[str, Any]:
    stream = RandomStream(SEED, name)
    games = decisions = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        decisions += play(stream)
        games += 1
    return {
        "name": name,
        "decisions_per_s": round(decisions / spent),
        "games_per_s": round(games / spent, 1),
        "decisions_per_game": round(decisions / games, 1),
    }


# --- OpenSpiel ---------------------------------------------------------------------------


def _own_game(game: str, variant: str, seats: int) -> Any:
    """Return a game for OpenSpiel from the adapter of the tests, with the decks of bots."""
    spiel = import_module("tests.conformance.spiel")  # imports OpenSpiel, which may not be installed
    ruleset = RULESETS[game]
    return spiel.load(contest_of(ruleset, variant, decks_for_seats(ruleset, variant, SEED, seats=seats)))


def _openspiel_game(name: str) -> Any:
    if name.startswith("python_"):
        import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")
    return import_module("pyspiel").load_game(name)


def _openspiel_player(game: Any) -> RandomGame:
    def play(stream: RandomStream) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_sample_outcome(state.chance_outcomes(), stream))
                continue
            actions = state.legal_actions()
            decisions += len(actions) > 1
            state.apply_action(actions[stream.below(len(actions))])
        return decisions

    return play


def _sample_outcome(outcomes: Sequence[tuple[int, float]], stream: RandomStream) -> int:
    """Return a random outcome according to its probability."""
    remaining = stream.below(1 << 32) / (1 << 32)
    for outcome, probability in outcomes:
        remaining -= probability
        if remaining < 0:
            return outcome
    return outcomes[-1][0]


# --- RLCard ------------------------------------------------------------------------------


def _rlcard_player(name: str) -> RandomGame:
    game = import_module(f"rlcard.games.{name}").Game()
    game.np_random.seed(1)
    legal: dict[str, Callable[[Any], Any]] = {
        "uno": lambda state: state["legal_actions"],
        "gin_rummy": lambda state: game.judge.get_legal_actions(),
        "doudizhu": lambda state: state["actions"],
    }

    def play(stream: RandomStream) -> int:
        (state, _), decisions = game.init_game(), 0
        while not game.is_over():
            actions = legal[name](state)
            decisions += len(actions) > 1
            state, _ = game.step(actions[stream.below(len(actions))])
        return decisions

    return play
