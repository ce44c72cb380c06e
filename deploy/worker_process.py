"""What a Celery worker and beat do beside their work: report that they run, and serve the metrics of a worker.

Connected to Celery's signals when deploy.celery is imported. A worker has to run with ``--pool=threads``: the metrics
are those of its one process.
"""

import atexit
import sys
from typing import Any

from celery import signals
from django.conf import settings


@signals.setup_logging.connect
def keep_logging(**_: Any) -> None:
    """Leave the log as settings.LOGGING has it. Without a receiver of this signal, Celery would replace its level."""


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
    """Report until the process exits. Exit with status 2 if the running processes have other keys."""
    from deploy.reporter import Reporter  # noqa: PLC0415
    from deploy.shared_keys import OtherKeysError, check_keys  # noqa: PLC0415

    try:
        check_keys()
    except OtherKeysError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    reporter = Reporter(kind)
    reporter.start()
    atexit.register(reporter.stop)
