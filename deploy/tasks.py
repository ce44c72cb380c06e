from celery import shared_task

from deploy.clock import tick_now


@shared_task
def sweep() -> None:
    """Tick once; see deploy.clock."""
    tick_now()
