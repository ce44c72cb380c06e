"""Work that follows a commit. What is committed stands, whatever becomes of the work: that is logged, and the periodic
sweep finds what was not done.
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

from gameplay.infrastructure.circuit_breaker import redis_circuit

logger = structlog.get_logger(__name__)
Item = TypeVar("Item")
FALLBACK_THREADS = 2  # threads that do the work of this process while the queue is away

_workers_unavailable: ContextVar[bool] = ContextVar("alone", default=False)
_queued: set[tuple[Any, ...]] = set()
_lock = threading.Lock()


def after_commit(func: Callable[..., object], *arguments: Any) -> None:
    """Call ``act`` with ``arguments`` once the present transaction commits. What it raises is logged, and no error of
    the request: its change is made.
    """
    transaction.on_commit(partial(call_and_log_errors, func, *arguments))


def call_and_log_errors(func: Callable[..., object], *arguments: Any) -> None:
    """Call ``act``; log what it raises."""
    try:
        func(*arguments)
    except Exception:
        logger.exception("background work failed", work=getattr(func, "__qualname__", str(func)))


def call_each_and_log_errors(items: Iterable[Item], func: Callable[[Item], object]) -> None:
    """Call ``act`` for each of ``items``. One that fails is logged, and does not keep the others from being done."""
    for item in items:
        call_and_log_errors(func, item)


def enqueue(task: Any, *arguments: Any) -> None:
    """Have a Celery ``task`` done by a worker; by a thread of this process while no queue or no worker can be reached.

    Without Redis it is done here and now.
    """
    if task.app.conf.task_always_eager:
        task.delay(*arguments)
    elif _workers_unavailable.get():
        _run_in_process(task, arguments)
    else:
        redis_circuit.call(partial(task.delay, *arguments), fallback=partial(_run_in_process, task, arguments))


@contextmanager
def without_workers() -> Iterator[None]:
    """Let what is enqueued meanwhile be done by this process, because no worker takes anything from the queue."""
    before = _workers_unavailable.set(True)
    try:
        yield
    finally:
        _workers_unavailable.reset(before)


def _run_in_process(task: Any, arguments: tuple[Any, ...]) -> None:
    """Have ``task`` done by a thread, unless the same waits for one already."""
    work = (task.name, *arguments)
    with _lock:
        if work in _queued:
            return
        _queued.add(work)
    _executor().submit(_run_queued, work, task, arguments)


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
