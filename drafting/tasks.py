"""Work that follows a pick, in the background."""

from uuid import UUID

from celery import shared_task

from drafting.services import bots


@shared_task
def move_bots(pod_id: str) -> None:
    """Let the automatic seats of a pod draft and build until they wait for somebody else."""
    bots.move_bots(UUID(pod_id))


def wake_bots(pod_id: str) -> None:
    """Have the automatic seats of a pod act; for settings.WAKE_BOTS."""
    move_bots.delay(pod_id)
