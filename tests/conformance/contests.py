"""The contests that are tested against third-party libraries."""

from functools import cache

from gameplay.games import RULESETS
from tests.conformance.contest import Contest
from tests.gameplay.engine.nim import NIM, heap
from tests.gameplay.games.kits import kit_of


def all_contests() -> list[Contest]:
    """Return the contests of every game, and a game of four."""
    return [*(contest for game in RULESETS for contest in kit_of(game).contests()), nim(4)]


@cache
def nim(seats: int) -> Contest:
    """Return a game of more than two players, whose chance and choices involve no cards."""
    return Contest(f"nim_{seats}", NIM, lambda chance: heap(chance, cards=4 * seats, seats=seats))
