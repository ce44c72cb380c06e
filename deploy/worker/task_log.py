"""Log and count Celery tasks. A task has the id of the request that enqueued it in all its log lines.

Connected to Celery's signals when deploy.celery is imported.
"""

import time
from typing import Any

import structlog
from celery import signals
from structlog.contextvars import bind_contextvars, get_contextvars, reset_contextvars

from gameplay.infrastructure import metrics
from operations.task_headers import PUBLISHED_HEADER

logger = structlog.get_logger(__name__)
REQUEST_HEADER = "request_id"
"""The header of a message with the id of the request that enqueued it."""
FREQUENT_TASKS = {"deploy.tasks.sweep"}
"""Tasks that run every second: a successful one is logged for debugging only."""

_running: dict[str, tuple[float, Any]] = {}
"""For each running task by id, the time of its start and what restores the context."""


@signals.before_task_publish.connect
def add_headers(headers: dict[str, Any], **_: Any) -> None:
    """Add what the log and the metrics need to a message."""
    headers[PUBLISHED_HEADER] = time.time()
    if request := get_contextvars().get("request_id"):
        headers[REQUEST_HEADER] = request


@signals.task_prerun.connect
def begin(task_id: str, task: Any, **_: Any) -> None:
    """Add the task to the log lines from now on, and note how long it has waited."""
    fields = {"task": task.name, "task_id": task_id}
    if request := task.request.get(REQUEST_HEADER):
        fields["request_id"] = request
    _running[task_id] = (time.monotonic(), bind_contextvars(**fields))
    if published := task.request.get(PUBLISHED_HEADER):
        metrics.QUEUE_WAIT_SECONDS.observe(max(0.0, time.time() - published))


@signals.task_postrun.connect
def end(task_id: str, task: Any, state: str | None = None, **_: Any) -> None:
    """Count and log the task."""
    began, tokens = _running.pop(task_id, (time.monotonic(), {}))
    seconds = time.monotonic() - began
    metrics.TASKS.labels(task.name, (state or "unknown").lower()).inc()
    metrics.TASK_SECONDS.labels(task.name).observe(seconds)
    log = logger.debug if task.name in FREQUENT_TASKS and state == "SUCCESS" else logger.info
    log("task", state=state, ms=round(seconds * 1000, 1))
    reset_contextvars(**tokens)
