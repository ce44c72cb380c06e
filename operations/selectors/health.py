"""The health of the site: the state of each of its parts."""

import shutil
import tempfile
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from gameplay.infrastructure.circuit_breaker import redis_circuit
from gameplay.models import Heartbeat
from operations.models import Process
from operations.selectors.schema_state import unapplied_migrations
from operations.selectors.task_queue import QueueState, queue_state

OK, UNKNOWN = "ok", "unknown"
CLOCK_LATE_AFTER = timedelta(seconds=10)
PROCESS_AWAY_AFTER = timedelta(seconds=20)  # without a report; see deploy.monitoring.reporter
QUEUE_LATE_AFTER = 10.0  # seconds that the oldest message has waited
NOT_READY = {"database": {"away", "read-only"}, "schema": {"behind"}, "disk": {"full"}}
"""The states of parts in which users would get errors."""


@dataclass(frozen=True, slots=True)
class Health:
    """The state of each part, and what was measured: the age of the latest tick in seconds, and the queue."""

    parts: dict[str, str]
    clock_age: float | None = None
    queue: QueueState | None = None

    @property
    def is_ready(self) -> bool:
        """Whether users are served: a request can read and write."""
        return not self.failing_parts

    @property
    def failing_parts(self) -> list[str]:
        return [part for part, states in NOT_READY.items() if self.parts.get(part) in states]

    @property
    def status(self) -> str:
        """Return "ok", "degraded" (it works, but a part needs repair) or "failing" (users get errors)."""
        if not self.is_ready:
            return "failing"
        return "ok" if set(self.parts.values()) == {OK} else "degraded"


def check_health(*, can_write: bool = True) -> Health:
    """Check every part. Three queries, two Redis commands and one small file at most.

    ``can_write`` says whether this process could store its last report.
    """
    try:
        connection.ensure_connection()
        missing = unapplied_migrations()
        clock_age = _clock_age()
        processes = _process_states() if settings.REDIS_URL and not missing else {}
    except DatabaseError:
        return health_without_database()
    database, schema = OK if can_write else "read-only", "behind" if missing else OK
    clock = OK if clock_age is not None and abs(clock_age) <= CLOCK_LATE_AFTER.total_seconds() else "late"
    parts = {"database": database, "schema": schema, "clock": clock, "disk": _disk_state()}
    queue = queue_state()
    return Health(parts | _redis_states(queue) | processes, clock_age, queue)


def health_without_database() -> Health:
    """Return the health of a site whose database does not answer."""
    return Health(
        {"database": "away", "schema": UNKNOWN, "clock": UNKNOWN, "disk": _disk_state()} | _redis_states(None)
    )


def _clock_age() -> float | None:
    """Return the seconds since the latest tick, negative if it is in the future; None before the first."""
    at = Heartbeat.objects.values_list("at", flat=True).first()
    return (timezone.now() - at).total_seconds() if at else None


def _redis_states(queue: QueueState | None) -> dict[str, str]:
    """Return the state of Redis as this process last found it, and of the queue; empty for a site without Redis."""
    if not settings.REDIS_URL:
        return {}
    if redis_circuit.is_open:
        return {"redis": "away", "queue": UNKNOWN}
    return {"redis": OK, "queue": "late" if queue and queue.oldest_age > QUEUE_LATE_AFTER else OK}


def _process_states() -> dict[str, str]:
    """Return whether a worker and a scheduler have reported recently. One query."""
    recent = Process.objects.filter(seen_at__gte=timezone.now() - PROCESS_AWAY_AFTER, stopped_at=None)
    running = set(recent.values_list("kind", flat=True))
    return {kind.value: OK if kind in running else "away" for kind in (Process.Kind.WORKER, Process.Kind.BEAT)}


def _disk_state() -> str:
    """Return "full" if no file can be written to VAR, "low" if there is little space.

    If the database is elsewhere, "low" in both cases: users do not need VAR then.
    """
    try:
        with tempfile.TemporaryFile(dir=settings.VAR) as file:
            file.write(bytes(4096))
            file.flush()
        free = shutil.disk_usage(settings.VAR).free
    except OSError:
        return "full" if connection.vendor == "sqlite" else "low"
    return OK if free >= settings.MIN_FREE_BYTES else "low"
