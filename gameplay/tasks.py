"""Work that follows a choice, in the background."""

import contextlib

from celery import shared_task
from django.core.cache import cache

from gameplay.infrastructure.background import enqueue
from gameplay.services import games

LOCK_TIMEOUT = 20  # seconds after which a worker that has died no longer keeps others from a game


@shared_task
def move_bots(game_id: str) -> None:
    """Make the choices of the bots in a game until a person is asked.

    One worker at a time for each game: a second one leaves it to the first, which looks again when it is done.
    """
    turn = f"bots/game/{game_id}"
    while games.has_bots_to_move(game_id) and cache.add(turn, True, LOCK_TIMEOUT):
        try:
            with contextlib.suppress(games.StaleChoiceError):  # the game was changed meanwhile, as by a judge
                games.move_bots(game_id)
        finally:
            cache.delete(turn)


def wake_bots(game_id: str) -> None:
    """Have the bots of a game move."""
    enqueue(move_bots, game_id)
