"""Bulk work: numbered chunks, which any number of workers on any hosts do.

Chunks have a queue of their own (`manage.py worker --queue bulk`), so that they never delay clocks, bots and messages.
The result of each chunk is stored for a day in the cache that all processes share. An interrupted run goes on with the
chunks that have none, and a chunk that is done twice has one result. Chunks must give the same result each time.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import islice
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
WINDOW = 200  # chunks that are enqueued, or done and not yet yielded

ChunkKey = int | str
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

    def store(self, key: ChunkKey, result: Any) -> None:
        """Store the result of a chunk, which must be JSON."""
        cache.set(self._key(key), [result], LIFETIME)

    def discard(self, key: ChunkKey) -> None:
        """Delete the result of a chunk."""
        cache.delete(self._key(key))

    def results(self, keys: Iterable[ChunkKey]) -> dict[ChunkKey, Any]:
        """Return the results that are stored for the chunks ``keys``."""
        cache_keys = {self._key(key): key for key in keys}
        return {cache_keys[found]: result for found, [result] in cache.get_many(cache_keys).items()}

    def run(
        self,
        task: Any,
        chunks: Mapping[Any, Sequence[Any]],
        *,
        window: int | None = None,
        report: Report = lambda done, of: None,
    ) -> Iterator[Any]:
        """Let workers do ``chunks``, and yield their results in this order; each has the arguments of its chunk.

        ``task`` is called with the id, a key of ``chunks`` and its arguments, and stores the result. At most ``window``
        chunks, by default WINDOW, are ahead of the one that is yielded next. Raises NoWorkerError.
        """
        _check_worker(task)
        cache.set(RUNS, [self.id, *(each for each in cache.get(RUNS, []) if each != self.id)][:SHOWN_RUNS], LIFETIME)
        report_done = partial(self._report, report, len(chunks))
        report_done(0)
        pending = _PendingChunks(self, task, chunks, window or WINDOW, report_done)
        for key in chunks:
            while not pending.has_result(key):
                time.sleep(POLL_INTERVAL)
            yield pending.take(key)

    def _report(self, report: Report, of: int, done: int) -> None:
        cache.set(_progress_key(self.id), BulkProgress(self.name, done, of, timezone.now()), LIFETIME)
        report(done, of)

    def _key(self, key: ChunkKey) -> str:
        return f"bulk/{self.id}/{key}"


class _PendingChunks:
    """The chunks of a run that are enqueued, or whose result has arrived and is not taken yet.

    ``chunks`` are the arguments by key. ``report`` is called with the number of finished chunks.
    """

    def __init__(
        self,
        run: BulkRun,
        task: Any,
        chunks: Mapping[ChunkKey, Sequence[Any]],
        window: int,
        report: Callable[[int], None],
    ) -> None:
        self._run, self._task, self._chunks, self._window, self._report = run, task, chunks, window, report
        self._later = iter(chunks)
        self._awaited: dict[ChunkKey, bool] = {}  # whether they are enqueued
        self._arrived: dict[ChunkKey, Any] = {}
        self._taken, self._repeat_at = 0, 0.0

    def has_result(self, key: ChunkKey) -> bool:
        """Return whether the result of ``key`` has arrived, and keep the workers busy."""
        free = self._window - len(self._awaited) - len(self._arrived)
        self._awaited |= dict.fromkeys(islice(self._later, free), False)
        found = self._run.results(self._awaited)
        self._arrived |= found
        self._awaited = {each: enqueued for each, enqueued in self._awaited.items() if each not in found}
        if found:
            self._report(self._taken + len(self._arrived))
        self._enqueue(is_progress=bool(found))
        return key in self._arrived

    def take(self, key: ChunkKey) -> Any:
        self._taken += 1
        return self._arrived.pop(key)

    def _enqueue(self, *, is_progress: bool) -> None:
        """Enqueue the chunks that are not; after a time without progress, all that are missing."""
        now = time.monotonic()
        repeats = not is_progress and now >= self._repeat_at
        missing = [key for key, enqueued in self._awaited.items() if repeats or not enqueued]
        if missing:
            group(self._task.s(self._run.id, key, *self._chunks[key]) for key in missing).apply_async(queue=QUEUE)
            self._awaited |= dict.fromkeys(missing, True)
        if missing or is_progress:
            self._repeat_at = now + REPEAT_AFTER


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
