"""Bulk work: numbered chunks, which any number of workers on any hosts do.

Chunks have a queue of their own (`manage.py worker --queue bulk`), so that they never delay clocks, bots and messages.
The result of each chunk is stored for a day in the cache that all processes share. An interrupted run goes on with the
chunks that have none, and a chunk that is done twice has one result. Chunks must give the same result each time.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from celery import group
from django.core.cache import cache
from django.utils import timezone

QUEUE = "bulk"
RUNS = "bulk/runs"  # the ids of the last runs, the newest first
SHOWN_RUNS = 10
LIFETIME = 24 * 3600  # seconds for which the results of chunks are kept
POLL_INTERVAL = 0.2  # seconds
REPEAT_AFTER = 60.0  # seconds without a new result, after which missing chunks are enqueued again
WINDOW = 200  # chunks in the queue

Report = Callable[[int, int], object]
"""Called with the number of finished chunks, and of all."""


@dataclass(frozen=True, slots=True)
class BulkProgress:
    """How many of a run's chunks are finished, and when the last one was."""

    name: str
    done: int
    of: int
    at: datetime

    @property
    def is_finished(self) -> bool:
        return self.done == self.of


class NoWorkerError(Exception):
    """No worker does bulk work."""


@dataclass(frozen=True, slots=True)
class BulkRun:
    """A run: its name for operators, and the id under which its results are stored. Equal ids share their results."""

    name: str
    id: str

    def store(self, number: int, result: Any) -> None:
        """Store the result of a chunk, which must be JSON."""
        cache.set(self._key(number), [result], LIFETIME)

    def results(self, numbers: Sequence[int]) -> dict[int, Any]:
        """Return the results that are stored for the chunks ``numbers``."""
        found = cache.get_many([self._key(number) for number in numbers])
        return {number: found[self._key(number)][0] for number in numbers if self._key(number) in found}

    def run(
        self,
        task: Any,
        numbers: Sequence[int],
        arguments: Sequence[Any] = (),
        *,
        report: Report = lambda done, of: None,
    ) -> Iterator[Any]:
        """Let workers do the chunks ``numbers``, and yield their results in this order.

        ``task`` is called with the id, a number and ``arguments``, and stores the result. Raises NoWorkerError.
        """
        _check_worker(task)
        cache.set(RUNS, [self.id, *(each for each in cache.get(RUNS, []) if each != self.id)][:SHOWN_RUNS], LIFETIME)
        for first in range(0, len(numbers), WINDOW):
            window = numbers[first : first + WINDOW]
            progress = partial(self._report, report, len(numbers), first)
            results = self._wait(task, window, arguments, progress)
            yield from (results[number] for number in window)

    def _wait(
        self, task: Any, numbers: Sequence[int], arguments: Sequence[Any], report: Callable[[int], None]
    ) -> dict[int, Any]:
        done, repeat_at = -1, 0.0
        while True:
            results = self.results(numbers)
            if len(results) > done:
                report(len(results))
            if len(results) == len(numbers):
                return results
            if time.monotonic() >= repeat_at:
                missing = [number for number in numbers if number not in results]
                group(task.s(self.id, number, *arguments) for number in missing).apply_async(queue=QUEUE)
            if len(results) > done or time.monotonic() >= repeat_at:
                done, repeat_at = len(results), time.monotonic() + REPEAT_AFTER
            time.sleep(POLL_INTERVAL)

    def _report(self, report: Report, of: int, before: int, done_of_window: int) -> None:
        done = before + done_of_window
        cache.set(_progress_key(self.id), BulkProgress(self.name, done, of, timezone.now()), LIFETIME)
        report(done, of)

    def _key(self, number: int) -> str:
        return f"bulk/{self.id}/{number}"


def recent_progress() -> list[BulkProgress]:
    """Return the progress of the runs of the last day, the newest first."""
    found = [cache.get(_progress_key(run_id)) for run_id in cache.get(RUNS, [])]
    return [progress for progress in found if progress]


def _progress_key(run_id: str) -> str:
    return f"bulk/{run_id}/progress"


def _check_worker(task: Any) -> None:
    if task.app.conf.task_always_eager:
        return
    queues = task.app.control.inspect(timeout=1.0).active_queues() or {}
    if not any(queue["name"] == QUEUE for of_worker in queues.values() for queue in of_worker):
        raise NoWorkerError("No worker does bulk work. Start some: manage.py worker --queue bulk")
