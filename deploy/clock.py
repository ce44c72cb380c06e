"""The site's clock: every second the deadlines that have passed are acted upon.

With Redis, Celery's beat calls `tick` (deploy.celery); without, a thread of the web process does. With Redis that thread
stands by: it ticks while no other clock does, as when beat, the workers or Redis are away. Sweeps use guarded
updates, so that two clocks at once, or one after a restart, do no more than one would.

Each tick compares the machine's clock with the time since the machine was started, which cannot be set. If the clock
was set meanwhile, all deadlines are moved with it, forward or back. That is not an outage.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

import structlog
from django.core.cache import cache
from django.db import close_old_connections, connection, transaction
from django.utils import timezone

from deploy import clock_change
from drafting.services import clock_change as draft_clock_change
from drafting.services import sweep as drafts
from gameplay.infrastructure.background import without_workers
from gameplay.infrastructure.clock_change import ClockChange
from gameplay.models import Heartbeat
from gameplay.services import clock_change as game_clock_change
from gameplay.services import games
from tournaments.services import clock_change as event_clock_change
from tournaments.services import delivery, online_match, practice_event

logger = structlog.get_logger(__name__)
TICK_INTERVAL = 1.0
PROBE_KEY = "probe"  # a key that the cache does not have
MIN_OUTAGE = timedelta(seconds=5)  # more than a slow sweep takes
SWEEPS: tuple[Callable[[datetime], None], ...] = (
    drafts.sweep_drafts,
    games.sweep,
    online_match.call_time,
    online_match.stop_lost_games,
    practice_event.sweep_practice_events,
    delivery.send_due_deliveries,
)
"""What is done every second, each with the present time."""

AFTER_OUTAGE: tuple[Callable[[datetime, datetime], None], ...] = (
    drafts.push_deadlines_after_outage,
    online_match.push_round_clocks,
)
"""What is done after an outage before anything else, with its beginning and its end."""

AFTER_CLOCK_CHANGE: tuple[Callable[[ClockChange], None], ...] = (
    game_clock_change.shift_game_times,
    event_clock_change.move_deadlines,  # an event is locked before its pods, here as elsewhere
    draft_clock_change.move_deadlines,
    clock_change.end_throttle_waits,
)
"""What is done when the machine's clock was set, before the first sweep that sees it."""

STANDBY_DELAY = timedelta(seconds=3)  # after which a clock that stands by takes over: before it becomes an outage
MIN_CLOCK_STEP = timedelta(
    seconds=2
)  # by which a clock differs that was set; a time service corrects less without a step
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
BOOTTIME = getattr(time, "CLOCK_BOOTTIME", None)  # unlike the monotonic clock it runs on while the machine is suspended


@dataclass(frozen=True, slots=True)
class Boot:
    """A run of a machine: its name, and when it began by the machine's clock, which changes only when that is set."""

    name: str
    at: datetime


def tick(now: datetime, boot: Boot | None = None) -> None:
    """Run each of SWEEPS with ``now``; after an outage, each of AFTER_OUTAGE first.

    If the clock of the machine that runs since ``boot`` was set, each of AFTER_CLOCK_CHANGE comes before both.
    One sweep that fails does not keep the others from running; it is logged, and tried again in a second.
    """
    _record_heartbeat(now, boot)
    for sweep in SWEEPS:
        try:
            sweep(now)
        except Exception:
            logger.exception("sweep failed", sweep=f"{sweep.__module__}.{sweep.__qualname__}")


def tick_now() -> None:
    """Tick at this moment. It is read once the database answers: after an outage that may take some seconds."""
    connection.ensure_connection()
    now = timezone.now()
    tick(now, Boot(_boot_name(), now - _uptime()))


def last_heartbeat() -> datetime | None:
    """Return when the clock last swept; None before the first time."""
    return Heartbeat.objects.values_list("at", flat=True).first()


def is_running(now: datetime, *, within: timedelta) -> bool:
    """Whether some clock has swept ``within`` so long. A beat in the future says nothing of a clock that runs now."""
    last = last_heartbeat()
    return last is not None and abs(now - last) <= within


def _record_heartbeat(now: datetime, boot: Boot | None) -> None:
    """Note that the clock runs; if it had stopped or was set, notify the apps in the same transaction.

    Of two clocks that find the same last beat, one moves it on.
    """
    with transaction.atomic():
        last = Heartbeat.objects.first()
        if last is None:
            Heartbeat.objects.bulk_create([_new_heartbeat(now, boot)], ignore_conflicts=True)
            return
        step = _clock_step(last, now, boot)
        if now > last.at or step:
            if _replace_heartbeat(last, _new_heartbeat(now, boot)):
                _notify(last.at, now, step)
        elif last.at - now > MIN_OUTAGE:
            # Another machine's clock is ahead. If it runs, it moves the beat on; if not, the next tick of this one does.
            _replace_heartbeat(last, _new_heartbeat(last.at, boot))


def _clock_step(last: Heartbeat, now: datetime, boot: Boot | None) -> timedelta:
    """Return by how much the clock was set since the ``last`` beat; zero if it was not or another machine made that."""
    if boot is None or boot.name != last.boot or last.booted_at is None:
        return timedelta(0)
    step = boot.at - last.booted_at
    if abs(step) >= MIN_CLOCK_STEP:
        return step
    return now - last.at if last.at - now > MIN_OUTAGE else timedelta(0)


def _notify(last: datetime, now: datetime, step: timedelta) -> None:
    """Notify the apps if the clock was set by ``step``, or if more than a slow sweep lies between two beats."""
    since = min(last + step, now)
    if step:
        logger.warning("the clock was set", seconds=step.total_seconds())
        for move in AFTER_CLOCK_CHANGE:
            move(ClockChange(step, since, now))
    if now - since > MIN_OUTAGE:
        logger.warning("the clock had stopped", began=since.isoformat(), ended=now.isoformat())
        for act in AFTER_OUTAGE:
            act(since, now)


def _new_heartbeat(at: datetime, boot: Boot | None) -> Heartbeat:
    return Heartbeat(pk=1, at=at, boot=boot.name if boot else "", booted_at=boot.at if boot else None)


def _replace_heartbeat(last: Heartbeat, beat: Heartbeat) -> bool:
    """Store ``beat`` unless another clock has replaced the ``last`` one meanwhile; return whether it did not."""
    same = Heartbeat.objects.filter(pk=last.pk, at=last.at, boot=last.boot, booted_at=last.booted_at)
    return bool(same.update(at=beat.at, boot=beat.boot, booted_at=beat.booted_at))


@lru_cache(maxsize=1)
def _boot_name() -> str:
    """Return the name of this run of the machine; where the system has none, one for this process."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return str(uuid4())


def _uptime() -> timedelta:
    """Return how long the machine has run."""
    return timedelta(seconds=time.monotonic() if BOOTTIME is None else time.clock_gettime(BOOTTIME))


class Clock:
    """A thread that ticks every second until it is stopped; one that stands by only while no other clock does."""

    def __init__(self, *, standby: bool = False) -> None:
        self._standby = standby
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the thread, after the sweep it may be at."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.wait(TICK_INTERVAL):
            try:
                self._tick()
            except Exception:  # the database is away; deadlines stand, and the next second tries again
                logger.exception("tick failed")
            finally:
                close_old_connections()

    def _tick(self) -> None:
        if not self._standby:
            tick_now()
            return
        cache.get(PROBE_KEY)  # while Redis is away: this finds out that it is back, and the health check that it is not
        if not is_running(timezone.now(), within=STANDBY_DELAY):
            with without_workers():  # or one of them would have swept
                tick_now()
