"""Advice: what is expected to follow from the choice of the search bot."""

from dataclasses import replace

from gameplay.engine.bots.advice import Advice, advise
from gameplay.engine.bots.search import SearchBot
from gameplay.engine.core.asks import Option
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.game import Game
from tests.gameplay.engine.bots.test_search import seeded
from tests.gameplay.engine.nim import NIM, NimCard, heap


def take_most(game: Game) -> Option:
    assert game.ask is not None
    return game.ask.options[-1]


def test_advice_counts_gains_of_each_seat_and_losses_of_each_owner():
    """The bot takes three of four cards, so the opponent has to take the last one; all cards belong to Alice."""
    game = Game(replace(NIM, greedy_bot=take_most), heap(seeded("nim"), cards=4))
    assert game.ask is not None
    asked, opponent = game.ask.seat, 1 - game.ask.seat
    bot = SearchBot(game.ruleset, [NimCard("N-0", 0)], RandomStream(b"search", "nim"), rollouts=60)

    advice = advise(bot, game, ("took",), tries=2)

    assert advice == Advice(2, gains=(3.0, 1.0) if asked < opponent else (1.0, 3.0), losses=(4.0, 0.0))
    assert advise(bot, game, (), tries=2).losses == (0.0, 0.0)
