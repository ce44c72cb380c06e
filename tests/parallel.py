"""Run functions simultaneously in threads, each with its own database connection."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.db.models import Model

Act = Callable[[], Any]
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


def run_simultaneously(acts: Sequence[Act]) -> list[Any]:
    """Call all ``acts`` simultaneously; return their results or exceptions, in the same order."""
    start = threading.Barrier(len(acts))

    def run(act: Act) -> Any:
        start.wait()
        return _run_in_own_connection(act)

    with ThreadPoolExecutor(len(acts)) as threads:
        running = [threads.submit(run, act) for act in acts]
    return [done.exception() or done.result() for done in running]


def run_queued(acts: Sequence[Act], *, behind: Model) -> list[Any]:
    """Start ``acts`` one after the other while the row of ``behind`` is locked, then unlock it and let them finish.

    On PostgreSQL only. An act that waits for the row has read everything else before the acts in front of it. Return
    the results or exceptions.
    """
    running: list[Future[Any]] = []
    with ThreadPoolExecutor(len(acts)) as threads, transaction.atomic():
        type(behind)._base_manager.select_for_update().get(pk=behind.pk)
        for act in acts:
            running.append(threads.submit(_run_in_own_connection, act))
            _wait_until_blocked(running)
    return [done.exception() or done.result() for done in running]


def _run_in_own_connection(act: Act) -> Any:
    try:
        return act()
    finally:
        connections.close_all()


def _wait_until_blocked(running: Sequence[Future[Any]]) -> None:
    for _ in range(1000):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")  # otherwise a transaction sees its first snapshot again
            cursor.execute(WAITING)
            (waiting,) = cursor.fetchone()
        if waiting + sum(each.done() for each in running) >= len(running):
            return
        time.sleep(0.01)
    pytest.fail("an action neither waits for a lock nor ends")
