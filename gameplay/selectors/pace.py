"""The pace at which a player passes. The site passes for them at the same pace, so that opponents cannot tell."""

from datetime import timedelta
from itertools import pairwise
from uuid import UUID

from gameplay.engine.core.asks import PASS
from gameplay.engine.core.chance import RandomStream
from gameplay.models import OnlineGame

TYPICAL_SECONDS = (1.4, 1.9, 2.6, 3.6, 5.0)
"""Times for a pass of a player who has hardly passed in this game."""

ENOUGH_PASSES = 5
RECENT_CHOICES = 60
MIN_SECONDS, MAX_SECONDS = 0.5, 12.0
SPREAD = 25  # percent by which a time is varied at most


def automatic_pass_delay(game: OnlineGame, player: UUID) -> timedelta:
    """Return a time after which ``player`` might have passed: one of their own recent times, varied at random.

    It depends neither on the player's cards nor on the question. Each question has its own random stream from the
    secret seed, so that a retry gets the same time. One query.
    """
    stream = RandomStream(bytes(game.seed), f"{game.chance}/pass/{game.number}")
    times = _recent_pass_times(game, player)
    if len(times) < ENOUGH_PASSES:
        times += TYPICAL_SECONDS
    seconds = times[stream.below(len(times))] * (100 - SPREAD + stream.below(2 * SPREAD + 1)) / 100
    return timedelta(seconds=min(max(seconds, MIN_SECONDS), MAX_SECONDS), milliseconds=stream.below(100))


def _recent_pass_times(game: OnlineGame, player: UUID) -> list[float]:
    recent = list(game.choices.order_by("-number").values_list("author", "option", "at")[:RECENT_CHOICES])
    return [
        (at - before).total_seconds()
        for (author, option, at), (_, _, before) in pairwise(recent)
        if author == player and option == list(PASS)
    ]
