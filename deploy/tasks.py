"""Background tasks of the whole site."""

from celery import shared_task

from deploy.clock import tick_now
from deploy.event_archives.export import store_archive
from deploy.site_verification import site_faults
from deploy.worker.heartbeat import beat
from gameplay.infrastructure.bulk import BulkRun


@shared_task
def sweep() -> None:
    """Tick once; see deploy.clock."""
    tick_now()


@shared_task
def verify_chunk(run_id: str, number: int, chunks: int) -> None:
    """Verify one of ``chunks`` parts of what the site has stored."""
    BulkRun("", run_id).store(number, list(site_faults(number, chunks)))


@shared_task
def archive_event(run_id: str, key: str, event_id: str) -> None:
    """Read all downloads of an event, for the archive that `manage.py export_events` writes."""
    store_archive(run_id, key, event_id)


@shared_task
def heartbeat() -> None:
    """Report that this worker consumes tasks; see deploy.worker.heartbeat."""
    beat()
