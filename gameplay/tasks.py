"""Work that follows a choice, in the background."""

import contextlib

from celery import shared_task

from gameplay.services import games


@shared_task
def move_bots(game_id: str) -> None:
    """Make the choices of the bots in a game until a person is asked."""
    with contextlib.suppress(games.StaleChoiceError):  # another one was faster, and has made them
        games.move_bots(game_id)


def wake_bots(game_id: str) -> None:
    """Have the bots of a game move; for settings.WAKE_PLAYING_BOTS."""
    move_bots.delay(game_id)
