"""What a Celery worker and beat do beside their work: report that they run, prove that a worker consumes
tasks, and serve its metrics.

Connected to Celery's signals when deploy.celery is imported. A worker has to run with ``--pool=threads``: the metrics
are those of its one process.
"""

import atexit
from typing import Any

from celery import signals
from celery.utils.nodenames import worker_direct
from django.conf import settings

from deploy.worker.heartbeat import PROBE_INTERVAL, start_probing


@signals.setup_logging.connect
def keep_logging(**_: Any) -> None:
    """Leave the log as settings.LOGGING has it. Without a receiver of this signal, Celery would replace its level."""


@signals.worker_ready.connect
def begin_worker(sender: Any, **_: Any) -> None:
    from deploy.monitoring.metrics import serve_metrics  # noqa: PLC0415  once Django is set up
    from deploy.tasks import heartbeat  # noqa: PLC0415
    from operations.models import Process  # noqa: PLC0415

    _report(Process.Kind.WORKER)
    own_queue = worker_direct(sender.hostname)
    start_probing(lambda: heartbeat.apply_async(queue=own_queue, expires=PROBE_INTERVAL, retry=False))
    if settings.METRICS_PORT and (settings.METRICS_TOKEN or settings.METRICS_ADDRESSES):
        serve_metrics(settings.METRICS_PORT)


@signals.beat_init.connect
def begin_beat(**_: Any) -> None:
    from operations.models import Process  # noqa: PLC0415

    _report(Process.Kind.BEAT)


def _report(kind: Any) -> None:
    """Report until the process exits."""
    from deploy.monitoring.reporter import Reporter  # noqa: PLC0415

    reporter = Reporter(kind)
    reporter.start()
    atexit.register(reporter.stop)
