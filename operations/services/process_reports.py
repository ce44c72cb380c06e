"""Reports of the processes of the site: that they run, and what they counted in each minute."""

import os
import socket
from dataclasses import asdict
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from operations.metric_totals import MetricTotals, open_streams
from operations.models import Process, Sample

RETENTION = timedelta(hours=25)
"""How long samples, and processes after their last report, are kept: for plots of the last day."""


def register_process(kind: str, now: datetime) -> Process:
    """Store the first report of this process."""
    fields = {"host": socket.gethostname()[:80], "pid": os.getpid(), "version": settings.VERSION[:40]}
    return Process.objects.create(kind=kind, started_at=now, seen_at=now, **fields)


def report_process(process: Process, now: datetime) -> None:
    """Store that ``process`` runs. One query, and two if its row was deleted meanwhile."""
    process.seen_at, process.streams = now, open_streams()
    fields = {"seen_at": process.seen_at, "streams": process.streams}
    if not Process.objects.filter(pk=process.pk).update(**fields):
        process.save(force_insert=True)


def stop_process(process: Process, now: datetime) -> None:
    """Store that ``process`` was stopped."""
    Process.objects.filter(pk=process.pk).update(seen_at=now, stopped_at=now, streams=0)


@transaction.atomic
def store_sample(process: Process, at: datetime, counted: MetricTotals, *, clock_lateness: float | None) -> None:
    """Store what ``process`` counted in the minute ``at``, and delete what is older than RETENTION.

    A minute that comes twice, because the server's clock was set back, is stored once.
    """
    sample = Sample(process=process, at=at, clock_lateness=clock_lateness, **asdict(counted))
    Sample.objects.bulk_create([sample], ignore_conflicts=True)
    Sample.objects.filter(at__lt=at - RETENTION).delete()
    Process.objects.filter(seen_at__lt=at - RETENTION).delete()
