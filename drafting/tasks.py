"""Background tasks of a draft."""

from uuid import UUID

from celery import shared_task
from django.core.cache import cache

from drafting.services import bots
from gameplay.infrastructure.background import enqueue

TURN_TIMEOUT = 20  # seconds after which the lock of a dead worker expires


@shared_task
def move_bots(pod_id: str) -> None:
    """Let the automatic seats of a pod draft and build until they wait for a player.

    One task at a time runs for each pod. A second task returns immediately; the first one checks again after it has
    released the lock.
    """
    pod, lock_key = UUID(pod_id), f"bots/{pod_id}"
    while bots.has_bots_to_play(pod) and cache.add(lock_key, True, TURN_TIMEOUT):
        try:
            bots.play_bots(pod)
        finally:
            cache.delete(lock_key)


def wake_bots(pod_id: str) -> None:
    """Enqueue the task for the automatic seats of a pod."""
    enqueue(move_bots, pod_id)
