from celery import shared_task
from django.utils import timezone

from deploy.clock import tick


@shared_task
def sweep() -> None:
    """Tick once; see deploy.clock."""
    tick(timezone.now())
