"""What a Celery worker and beat do beside their work: report that they run, and serve the metrics of a worker.

Connected to Celery's signals when deploy.celery is imported. A worker has to run with ``--pool=threads``: the metrics
are those of its one process.
"""

import atexit
from typing import Any

from celery import signals
from django.conf import settings


@signals.worker_ready.connect
def begin_worker(**_: Any) -> None:
    from deploy.metrics import serve_metrics  # noqa: PLC0415  once Django is set up
    from operations.models import Process  # noqa: PLC0415

    _report(Process.Kind.WORKER)
    if settings.METRICS_PORT and (settings.METRICS_TOKEN or settings.METRICS_ADDRESSES):
        serve_metrics(settings.METRICS_PORT)


@signals.beat_init.connect
def begin_beat(**_: Any) -> None:
    from operations.models import Process  # noqa: PLC0415

    _report(Process.Kind.BEAT)


def _report(kind: Any) -> None:
    """Report until the process exits."""
    from deploy.reporter import Reporter  # noqa: PLC0415

    reporter = Reporter(kind)
    reporter.start()
    atexit.register(reporter.stop)
