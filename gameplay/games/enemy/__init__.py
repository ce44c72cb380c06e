"""The .hack//ENEMY rules: full, sample and draft game. See README.md for sources and rulings."""

from gameplay.engine.game import Ruleset
from gameplay.games.enemy.printed import definition
from gameplay.games.enemy.setup import deal, start
from gameplay.games.enemy.turn import turn
from gameplay.games.enemy.variants import VARIANTS


def at_time(table):
    table.end_called = True


RULESET = Ruleset(
    name="enemy", variants=VARIANTS, read=definition, deal=deal, start=start, turn=turn, at_time=at_time,
    view=lambda game, seat: {}, words=None,
)
