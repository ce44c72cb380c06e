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
WORKERS = 2  # threads that do the work of this process while the queue is away

_alone: ContextVar[bool] = ContextVar("alone", default=False)
_waiting: set[tuple[Any, ...]] = set()
_lock = threading.Lock()


def after_commit(act: Callable[..., object], *arguments: Any) -> None:
    """Call ``act`` with ``arguments`` once the present transaction commits. What it raises is logged, and no error of
    the request: its change is made.
    """
    transaction.on_commit(partial(attempt, act, *arguments))


def attempt(act: Callable[..., object], *arguments: Any) -> None:
    """Call ``act``; log what it raises."""
    try:
        act(*arguments)
    except Exception:
        logger.exception("background work failed", work=getattr(act, "__qualname__", str(act)))


def for_each(items: Iterable[Item], act: Callable[[Item], object]) -> None:
    """Call ``act`` for each of ``items``. One that fails is logged, and does not keep the others from being done."""
    for item in items:
        attempt(act, item)


def enqueue(task: Any, *arguments: Any) -> None:
    """Have a Celery ``task`` done by a worker; by a thread of this process while no queue or no worker can be reached.

    Without Redis it is done here and now.
    """
    if task.app.conf.task_always_eager:
        task.delay(*arguments)
    elif _alone.get():
        _do_here(task, arguments)
    else:
        redis_circuit.call(partial(task.delay, *arguments), otherwise=partial(_do_here, task, arguments))


@contextmanager
def without_workers() -> Iterator[None]:
    """Let what is enqueued meanwhile be done by this process, because no worker takes anything from the queue."""
    before = _alone.set(True)
    try:
        yield
    finally:
        _alone.reset(before)


def _do_here(task: Any, arguments: tuple[Any, ...]) -> None:
    """Have ``task`` done by a thread, unless the same waits for one already."""
    work = (task.name, *arguments)
    with _lock:
        if work in _waiting:
            return
        _waiting.add(work)
    _threads().submit(_work, work, task, arguments)


def _work(work: tuple[Any, ...], task: Any, arguments: tuple[Any, ...]) -> None:
    with _lock:
        _waiting.discard(work)
    try:
        attempt(task, *arguments)
    finally:
        connections.close_all()


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="background")
