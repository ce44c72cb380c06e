"""Runs things in threads at the same moment, each with a database connection of its own."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Return what each of ``acts`` returned, or the exception it raised; in their order."""
    start = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        running = [threads.submit(run, act) for act in acts]
    return [done.exception() or done.result() for done in running]
