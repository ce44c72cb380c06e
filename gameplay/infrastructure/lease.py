"""Leases in the cache that all processes share: one process at a time works on something.

A lease is renewed while its work goes on. If the process dies, the lease expires soon, and another process goes on. A
lease only saves work: what is done under it must be correct without it, too.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache

from gameplay.infrastructure.background import call_and_log_errors

DURATION = 5  # seconds until the lease of a process that died expires
RENEWAL_INTERVAL = 1  # second


@contextmanager
def lease(key: str) -> Iterator[bool]:
    """Hold the lease ``key`` in this context. Yield False, without it, while another process or thread has it."""
    if not cache.add(key, True, DURATION):
        yield False
        return
    ended = threading.Event()
    threading.Thread(target=_renew, args=[key, ended], name="lease", daemon=True).start()
    try:
        yield True
    finally:
        ended.set()
        cache.delete(key)


def _renew(key: str, ended: threading.Event) -> None:
    while not ended.wait(RENEWAL_INTERVAL):
        call_and_log_errors(cache.touch, key, DURATION)
