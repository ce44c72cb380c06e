"""Work that follows a pick, in the background."""

from uuid import UUID

from celery import shared_task
from django.core.cache import cache

from drafting.services import bots
from gameplay.infrastructure.background import enqueue

TURN_TIMEOUT = 20  # seconds after which a worker that has died no longer keeps others from a pod


@shared_task
def move_bots(pod_id: str) -> None:
    """Let the automatic seats of a pod draft and build until they wait for somebody else.

    One at a time for each pod: who comes second leaves it to the first, who looks again once others may come.
    """
    pod, turn = UUID(pod_id), f"bots/{pod_id}"
    while bots.has_bots_to_play(pod) and cache.add(turn, True, TURN_TIMEOUT):
        try:
            bots.play_bots(pod)
        finally:
            cache.delete(turn)


def wake_bots(pod_id: str) -> None:
    """Have the automatic seats of a pod act."""
    enqueue(move_bots, pod_id)
