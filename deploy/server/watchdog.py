"""End a web process whose event loop has stopped, so that it is started again.

Docker and systemd start a process again when it ends, but do not notice that it no longer responds.
"""

import asyncio
import faulthandler
import os
import sys
import threading

CHECK_SECONDS = 1.0
MAX_MISSED_CHECKS = 30
EXIT_STATUS = 70  # EX_SOFTWARE


class Watchdog:
    """A thread that ends the process after ``max_missed`` checks in a row in which the event loop did nothing.

    It counts its own checks instead of seconds: a process that is suspended as a whole has missed nothing.
    """

    def __init__(self, *, check_seconds: float = CHECK_SECONDS, max_missed: int = MAX_MISSED_CHECKS) -> None:
        self._check_seconds, self._max_missed = check_seconds, max_missed
        self._missed = 0
        self._stopping = threading.Event()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        threading.Thread(target=self._watch, args=[loop], name="watchdog", daemon=True).start()

    def stop(self) -> None:
        self._stopping.set()

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self._stopping.wait(self._check_seconds):
            if self._missed >= self._max_missed:
                sys.stderr.write("The event loop has stopped. Ending the process; its threads:\n")
                faulthandler.dump_traceback(all_threads=True)
                os._exit(EXIT_STATUS)
            self._missed += 1
            loop.call_soon_threadsafe(self._reset)

    def _reset(self) -> None:
        self._missed = 0
