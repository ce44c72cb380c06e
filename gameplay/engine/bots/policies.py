"""Players without hands, and playing a game to its end with them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gameplay.engine.core.asks import Option, Outcome, default_answer
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.game import Game

BotPolicy = Callable[[Game], Option]
"""Answers the pending ask of a game with one of its options; it must not look where its seat may not."""

MAX_TURN_ENTRIES = 400
"""Entries of a turn after which a bot lets everything be: cards that pay for themselves could be used without end."""

OptionValue = Callable[[Any, int, Option, Option], float]
"""What an option is worth to a seat: of the table, the seat, what the ask is about, the option."""


def random_policy(stream: RandomStream) -> BotPolicy:
    """A player that takes any option, each as likely as the others."""

    def choose(game: Game) -> Option:
        assert game.ask is not None
        options = game.ask.options
        return options[stream.below(len(options))]

    return choose


def greedy_policy(values: Mapping[str, OptionValue]) -> BotPolicy:
    """A player that takes what is worth most now, of equals the first; an option without a worth has none."""

    def choose(game: Game) -> Option:
        ask = game.ask
        assert ask is not None
        if game.turn_length > MAX_TURN_ENTRIES:
            return default_answer(ask)
        table, seat, about = game.table, ask.seat, ask.about
        return max(ask.options, key=lambda option: values.get(option[0], _nothing)(table, seat, about, option))

    return choose


def _nothing(table: Any, seat: int, about: Option, option: Option) -> float:
    return 0.0


def play_to_end(game: Game, policies: Sequence[BotPolicy]) -> Outcome:
    """Let ``players``, one a seat, play ``game`` to its end."""
    while game.ask is not None:
        game.choose(policies[game.ask.seat](game))
    assert game.outcome is not None
    return game.outcome
