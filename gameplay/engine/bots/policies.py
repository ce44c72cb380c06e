"""Bot policies, and a function that plays a game to its end with them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gameplay.engine.core.asks import Option, Outcome, default_answer
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.game import Game

BotPolicy = Callable[[Game], Option]
"""Returns one of the options of a game's pending ask; it must not use information that is hidden from its seat."""

MAX_TURN_ENTRIES = 400
"""The number of entries in a turn after which a bot always passes: cards that pay for themselves could loop forever."""

CARELESS_ONCE_IN = 3

OptionValue = Callable[[Any, int, Option, Option], float]
"""Returns the value of an option, given the table, the seat, the subject of the ask, and the option."""


def random_policy(stream: RandomStream) -> BotPolicy:
    """Return a policy that chooses an option uniformly at random."""

    def choose(game: Game) -> Option:
        assert game.ask is not None
        options = game.ask.options
        return options[stream.below(len(options))]

    return choose


def careless_policy(careful: BotPolicy, stream: RandomStream) -> BotPolicy:
    """Return a policy that chooses at random once in `CARELESS_ONCE_IN` choices, and as ``careful`` otherwise."""
    at_random = random_policy(stream)

    def choose(game: Game) -> Option:
        return at_random(game) if stream.below(CARELESS_ONCE_IN) == 0 else careful(game)

    return choose


def greedy_policy(values: Mapping[str, OptionValue]) -> BotPolicy:
    """Return a policy that chooses the option of the highest value, the first one of several.

    ``values`` are the value functions by option code; options of other codes have the value 0.
    """

    def choose(game: Game) -> Option:
        ask = game.ask
        assert ask is not None
        if game.turn_length > MAX_TURN_ENTRIES:
            return default_answer(ask)
        table, seat, about = game.table, ask.seat, ask.about
        return max(ask.options, key=lambda option: values.get(option[0], _no_value)(table, seat, about, option))

    return choose


def _no_value(table: Any, seat: int, about: Option, option: Option) -> float:
    return 0.0


def play_to_end(game: Game, policies: Sequence[BotPolicy]) -> Outcome:
    """Play ``game`` to its end with one policy for each seat."""
    while game.ask is not None:
        game.choose(policies[game.ask.seat](game))
    assert game.outcome is not None
    return game.outcome
