"""Players without hands, and playing a game to its end with them."""

from collections.abc import Callable, Sequence

from gameplay.engine.asks import Option, Outcome
from gameplay.engine.chance import Stream
from gameplay.engine.game import Game

Player = Callable[[Game], Option]
"""Answers the pending ask of a game with one of its options; it must not look where its seat may not."""


def random_player(stream: Stream) -> Player:
    """A player that takes any option, each as likely as the others."""

    def choose(game: Game) -> Option:
        assert game.ask is not None
        options = game.ask.options
        return options[stream.below(len(options))]

    return choose


def play_out(game: Game, players: Sequence[Player]) -> Outcome:
    """Let ``players``, one a seat, play ``game`` to its end."""
    while game.ask is not None:
        game.choose(players[game.ask.seat](game))
    assert game.outcome is not None
    return game.outcome
