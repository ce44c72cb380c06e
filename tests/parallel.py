"""Run functions simultaneously in threads, each with its own database connection."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections


def run_simultaneously(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Call all ``acts`` simultaneously; return their results or exceptions, in the same order."""
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
