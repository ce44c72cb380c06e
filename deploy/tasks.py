from celery import shared_task

from deploy import worker_heartbeat
from deploy.clock import tick_now


@shared_task
def sweep() -> None:
    """Tick once; see deploy.clock."""
    tick_now()


@shared_task
def heartbeat() -> None:
    """Report that this worker consumes tasks; see deploy.worker_heartbeat."""
    worker_heartbeat.beat()
