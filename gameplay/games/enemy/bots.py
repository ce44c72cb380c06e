"""Players of the game that need no hands."""

from collections.abc import Callable

from gameplay.engine.asks import Option
from gameplay.engine.game import Game

Bot = Callable[[Game], Option]
