"""A thread in which a process of the site reports that it runs, and stores what it counted in each minute."""

import threading
from datetime import datetime

import structlog
from django.db import close_old_connections
from django.utils import timezone

from gameplay.infrastructure.metrics import clock_lateness_peak
from operations.metric_totals import metric_totals
from operations.models import Process
from operations.services.process_reports import register_process, report_process, stop_process, store_sample

logger = structlog.get_logger(__name__)
REPORT_INTERVAL = 5.0  # seconds
STOP_TIMEOUT = 5.0  # seconds in which a last report is awaited


class Reporter:
    """Reports for a process of this kind, from `start` to `stop`."""

    def __init__(self, kind: Process.Kind) -> None:
        self.kind = kind
        self.can_write = True
        """Whether the last report could be stored. Without a first one yet, it is assumed."""
        self._stopping = threading.Event()

    def start(self) -> None:
        self._process: Process | None = None
        self._counted, self._minute = metric_totals(), _minute(timezone.now())
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="reporter", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Report that the process stops, and end the thread."""
        self._stopping.set()
        self._thread.join(STOP_TIMEOUT)

    def _run(self) -> None:
        stopped = False
        while not stopped:
            try:
                self._report(timezone.now())
                self.can_write = True
            except Exception:  # noqa: BLE001  for example while the database is away; the next report tries again
                self._log_failure()
            finally:
                close_old_connections()
            stopped = self._stopping.wait(REPORT_INTERVAL)
        self._say_goodbye()

    def _report(self, now: datetime) -> None:
        if self._process is None:
            self._process = register_process(self.kind, now)
        report_process(self._process, now)
        if (minute := _minute(now)) != self._minute:
            totals = metric_totals()
            store_sample(self._process, self._minute, totals - self._counted, clock_lateness=clock_lateness_peak.take())
            self._counted, self._minute = totals, minute

    def _log_failure(self) -> None:
        if self.can_write:
            logger.exception("report failed")
        self.can_write = False

    def _say_goodbye(self) -> None:
        try:
            if self._process:
                stop_process(self._process, timezone.now())
        except Exception:  # noqa: BLE001
            self._log_failure()
        finally:
            close_old_connections()


def _minute(at: datetime) -> datetime:
    return at.replace(second=0, microsecond=0)
