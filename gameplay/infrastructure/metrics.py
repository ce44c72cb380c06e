"""The metrics of this process, in the format of Prometheus. `deploy.monitoring.metrics` serves them.

A label has few values: a route, an action, a kind of error, the name of a task. It never holds an id, a name, a token
or a card. Durations are in seconds.
"""

from contextvars import ContextVar
from threading import Lock

from django.db import DatabaseError
from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

disable_created_metrics()  # the times at which series began would double their number

REQUEST_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
WORK_BUCKETS = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
PICK, CHOICE = "pick", "choice"
"""The actions whose acknowledgement is timed."""

REQUESTS = Counter("passleft_requests", "Requests for pages and the API.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram(
    "passleft_request_seconds", "From the complete request to the response.", ["route"], buckets=REQUEST_BUCKETS
)
THREAD_WAIT_SECONDS = Histogram(
    "passleft_thread_wait_seconds", "How long requests waited for a thread.", buckets=REQUEST_BUCKETS
)
PICKS = Counter("passleft_picks", "Picks, by who picked.", ["by"])
CHOICES = Counter("passleft_choices", "Choices in online games, by who chose.", ["by"])
LOG_ENTRIES = Counter("passleft_log_entries", "Entries of the audit log: everything that changed.", ["action", "role"])
ACKNOWLEDGEMENT_SECONDS = Histogram(
    "passleft_acknowledgement_seconds",
    "From a complete request to its response, for picks and choices that were stored.",
    ["action"],
    buckets=REQUEST_BUCKETS,
)
OPEN_STREAMS = Gauge("passleft_open_streams", "Open event streams.")
REFUSED_STREAMS = Counter("passleft_refused_streams", "Event streams that were refused.", ["status"])
TASKS = Counter("passleft_tasks", "Background tasks, by outcome.", ["task", "state"])
TASK_SECONDS = Histogram("passleft_task_seconds", "Run time of background tasks.", ["task"], buckets=WORK_BUCKETS)
QUEUE_WAIT_SECONDS = Histogram(
    "passleft_queue_wait_seconds", "From enqueueing a task to its start.", buckets=WORK_BUCKETS
)
SWEEP_SECONDS = Histogram("passleft_sweep_seconds", "Run time of periodic sweeps.", ["sweep"], buckets=WORK_BUCKETS)
SWEEP_FAILURES = Counter("passleft_sweep_failures", "Sweeps that failed.", ["sweep"])
CLOCK_LATENESS = Histogram(
    "passleft_clock_lateness_seconds", "How late the clock ticked.", buckets=(0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
)
DATABASE_ERRORS = Counter("passleft_database_errors", "Errors of the database that were not handled.", ["kind"])
CACHE_ERRORS = Counter("passleft_cache_errors", "Failed calls of Redis.")
THROTTLED = Counter("passleft_throttled", "Attempts that were refused by a rate limit.", ["action"])
OUTGOING = Counter("passleft_outgoing", "Push messages, e-mails and webhook messages.", ["kind", "outcome"])


class Peak:
    """The largest value since it was last taken; None without a value."""

    def __init__(self) -> None:
        self._lock, self._value = Lock(), None  # type: tuple[Lock, float | None]

    def note(self, value: float) -> None:
        with self._lock:
            self._value = value if self._value is None else max(self._value, value)

    def take(self) -> float | None:
        """Return the value and forget it."""
        with self._lock:
            value, self._value = self._value, None
            return value


clock_lateness_peak = Peak()
_acknowledged: ContextVar[set[str] | None] = ContextVar("acknowledged", default=None)


def track_acknowledgements() -> set[str]:
    """Return a set to which the actions of people, PICK and CHOICE, are added when they are committed in this context.

    It replaces the set of the request before in the same context.
    """
    actions: set[str] = set()
    _acknowledged.set(actions)
    return actions


def count_request(method: str, route: str, status: int, seconds: float, actions: set[str]) -> None:
    """Count a request that was answered ``seconds`` after it arrived, and the ``actions`` that it acknowledged."""
    REQUESTS.labels(method if method in METHODS else "other", route, status).inc()
    REQUEST_SECONDS.labels(route).observe(seconds)
    for action in actions:
        ACKNOWLEDGEMENT_SECONDS.labels(action).observe(seconds)


def count_pick(by: str, *, is_person: bool) -> None:
    """Count a committed pick."""
    PICKS.labels(by).inc()
    if is_person and (actions := _acknowledged.get()) is not None:
        actions.add(PICK)


def count_choices(by: str, number: int, *, is_person: bool) -> None:
    """Count ``number`` committed choices."""
    CHOICES.labels(by).inc(number)
    if is_person and (actions := _acknowledged.get()) is not None:
        actions.add(CHOICE)


def count_tick(late: float) -> None:
    """Count a tick of the clock that came ``late`` seconds after its time."""
    CLOCK_LATENESS.observe(late)
    clock_lateness_peak.note(late)


def count_error(error: BaseException) -> None:
    """Count ``error`` if it is one of the database."""
    if isinstance(error, DatabaseError):
        DATABASE_ERRORS.labels(type(error).__name__).inc()


def count_lockout(**_: object) -> None:
    """Count a sign-in that was refused after too many wrong passwords. A receiver of a signal of django-axes."""
    THROTTLED.labels("sign_in").inc()


def count_message(kind: str, *, delivered: bool) -> None:
    """Count an attempt to send a message of this kind: push, mail or webhook."""
    OUTGOING.labels(kind, "delivered" if delivered else "failed").inc()
