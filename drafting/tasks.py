"""Background tasks of a draft."""

from uuid import UUID

from celery import shared_task

from drafting.balance.measure import play_chunk
from drafting.services import bots
from gameplay.infrastructure.background import enqueue
from gameplay.infrastructure.lease import lease

__all__ = ["move_bots", "play_chunk", "wake_bots"]


@shared_task
def move_bots(pod_id: str) -> None:
    """Let the automatic seats of a pod draft and build until they wait for a player.

    One task at a time runs for each pod. A second task returns immediately; the first one checks again after it has
    released the lease.
    """
    pod, is_held = UUID(pod_id), True
    while is_held and bots.has_bots_to_play(pod):
        with lease(f"bots/{pod_id}") as is_held:
            if is_held:
                bots.play_bots(pod)


def wake_bots(pod_id: str) -> None:
    """Enqueue the task for the automatic seats of a pod."""
    enqueue(move_bots, pod_id)
