"""Work that runs after a commit.

An error in this work is logged and never affects the committed data. The periodic sweep repeats work that was lost.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from typing import Any, TypeVar

import structlog
from django.db import connections, transaction

from gameplay.infrastructure import metrics
from gameplay.infrastructure.circuit_breaker import redis_circuit

logger = structlog.get_logger(__name__)
Item = TypeVar("Item")
FALLBACK_THREADS = 2  # threads that run tasks in this process while the queue is unavailable

_workers_unavailable: ContextVar[bool] = ContextVar("workers_unavailable", default=False)
_queued: set[tuple[Any, ...]] = set()
_lock = threading.Lock()


def after_commit(func: Callable[..., object], *arguments: Any) -> None:
    """Call ``func`` with ``arguments`` once the current transaction commits.

    An exception is logged and does not fail the request, whose changes are already committed.
    """
    transaction.on_commit(partial(call_and_log_errors, func, *arguments))


def call_and_log_errors(func: Callable[..., object], *arguments: Any) -> None:
    """Call ``func`` and log any exception."""
    try:
        func(*arguments)
    except Exception as error:
        metrics.count_error(error)
        logger.exception("background work failed", work=getattr(func, "__qualname__", str(func)))


def call_each_and_log_errors(items: Iterable[Item], func: Callable[[Item], object]) -> None:
    """Call ``func`` for each of ``items``. An exception is logged, and the remaining items are still processed."""
    for item in items:
        call_and_log_errors(func, item)


def enqueue(task: Any, *arguments: Any) -> None:
    """Run a Celery ``task`` on a worker, or in a thread of this process if no queue or no worker is available.

    If the site is configured without Redis, the task runs synchronously.
    """
    if task.app.conf.task_always_eager:
        task.delay(*arguments)
    elif _workers_unavailable.get():
        _run_in_process(task, arguments)
    else:
        redis_circuit.call(partial(task.delay, *arguments), fallback=partial(_run_in_process, task, arguments))


def enqueue_outside_request(task: Any, *arguments: Any) -> None:
    """Run a Celery ``task`` like `enqueue`, but never synchronously: it waits for a remote server."""
    if task.app.conf.task_always_eager:
        _run_in_process(task, arguments)
    else:
        enqueue(task, *arguments)


def enqueue_later(task: Any, delay: float, *arguments: Any) -> None:
    """Run a Celery ``task`` after ``delay`` seconds on a worker, or in a thread of this process if there is none."""
    start_timer = partial(_start_timer, delay, task, arguments)
    if task.app.conf.task_always_eager or _workers_unavailable.get():
        start_timer()
    else:
        redis_circuit.call(partial(task.apply_async, arguments, countdown=delay), fallback=start_timer)


@contextmanager
def without_workers() -> Iterator[None]:
    """Run tasks that are enqueued in this context in this process, because no worker reads the queue."""
    before = _workers_unavailable.set(True)
    try:
        yield
    finally:
        _workers_unavailable.reset(before)


def _run_in_process(task: Any, arguments: tuple[Any, ...]) -> None:
    """Run ``task`` in a thread, unless the same call is already waiting for one."""
    work = (task.name, *arguments)
    with _lock:
        if work in _queued:
            return
        _queued.add(work)
    _executor().submit(_run_queued, work, task, arguments)


def _start_timer(delay: float, task: Any, arguments: tuple[Any, ...]) -> None:
    timer = threading.Timer(delay, _run_in_process, (task, arguments))
    timer.daemon = True
    timer.start()


def _run_queued(work: tuple[Any, ...], task: Any, arguments: tuple[Any, ...]) -> None:
    with _lock:
        _queued.discard(work)
    try:
        call_and_log_errors(task, *arguments)
    finally:
        connections.close_all()


@cache
def _executor() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=FALLBACK_THREADS, thread_name_prefix="background")
