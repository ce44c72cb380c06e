"""The site's clock: handle expired deadlines every second.

With Redis, Celery's beat calls `tick` (deploy.celery); without Redis, a thread of the web process does. With Redis
that thread is on standby: it ticks while no other clock does, as when beat, the workers or Redis are away. Sweeps use
guarded updates, so two clocks that run at the same time, or one that restarts, have the effect of one.

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
from gameplay.infrastructure import metrics
from gameplay.infrastructure.background import without_workers
from gameplay.infrastructure.clock_change import ClockChange
from gameplay.models import Heartbeat
from gameplay.services import automatic_passes, games, retention
from gameplay.services import clock_change as game_clock_change
from tournaments.services import clock_change as event_clock_change
from tournaments.services import delivery, online_match, practice_event, reminders
from tournaments.services import retention as event_retention

logger = structlog.get_logger(__name__)
TICK_INTERVAL = 1.0
PROBE_KEY = "probe"  # the cache has no such key
MIN_OUTAGE = timedelta(seconds=5)  # longer than a slow sweep
SWEEPS: tuple[Callable[[datetime], None], ...] = (
    drafts.sweep_drafts,
    games.sweep,
    automatic_passes.sweep,
    online_match.start_due_games,
    online_match.call_time,
    online_match.stop_lost_games,
    online_match.stop_cancelled_games,
    practice_event.sweep_practice_events,
    delivery.send_due_deliveries,
    reminders.send_reminders,
    retention.delete_expired_rows,
    event_retention.erase_and_delete_old_data,
)
"""The functions to call every second, each with the current time."""

AFTER_OUTAGE: tuple[Callable[[datetime, datetime], None], ...] = (
    drafts.push_deadlines_after_outage,
    online_match.push_round_clocks,
)
"""The functions to call after an outage, before the sweeps, with its start and end."""

AFTER_CLOCK_CHANGE: tuple[Callable[[ClockChange], None], ...] = (
    game_clock_change.shift_game_times,
    event_clock_change.move_deadlines,  # an event is locked before its pods, here as elsewhere
    draft_clock_change.move_deadlines,
    clock_change.end_throttle_waits,
)
"""The functions to call after the machine's clock was set, before the next sweep."""

STANDBY_DELAY = timedelta(seconds=3)  # a standby clock takes over after this time, before it counts as an outage
MIN_CLOCK_STEP = timedelta(seconds=2)  # a smaller difference is a correction by a time service, not a step
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
BOOTTIME = getattr(
    time, "CLOCK_BOOTTIME", None
)  # unlike the monotonic clock, it advances while the machine is suspended


@dataclass(frozen=True, slots=True)
class Boot:
    """A boot of a machine: its name, and its time by the machine's clock, which changes only when the clock is set."""

    name: str
    at: datetime


def tick(now: datetime, boot: Boot | None = None) -> None:
    """Run each of SWEEPS with ``now``; after an outage, each of AFTER_OUTAGE first.

    If the clock of the machine that runs since ``boot`` was set, each of AFTER_CLOCK_CHANGE comes before both.
    One sweep that fails does not keep the others from running; it is logged, and tried again in a second.
    """
    _record_heartbeat(now, boot)
    for sweep in SWEEPS:
        name = f"{sweep.__module__}.{sweep.__qualname__}"
        try:
            with metrics.SWEEP_SECONDS.labels(name).time():
                sweep(now)
        except Exception as error:
            metrics.SWEEP_FAILURES.labels(name).inc()
            metrics.count_error(error)
            logger.exception("sweep failed", sweep=name)


def tick_now() -> None:
    """Tick with the current time, read after the database answers: after an outage that may take some seconds."""
    connection.ensure_connection()
    now = timezone.now()
    tick(now, Boot(_boot_name(), now - _uptime()))


def last_heartbeat() -> datetime | None:
    """Return the time of the last sweep, None before the first."""
    return Heartbeat.objects.values_list("at", flat=True).first()


def is_running(now: datetime, *, within: timedelta) -> bool:
    """Return whether a clock has swept within the last ``within``. A heartbeat in the future does not count."""
    last = last_heartbeat()
    return last is not None and abs(now - last) <= within


def _record_heartbeat(now: datetime, boot: Boot | None) -> None:
    """Store a heartbeat; if the clock had stopped or was set, notify the apps in the same transaction.

    Of two clocks that find the same last heartbeat, one replaces it.
    """
    with transaction.atomic():
        last = Heartbeat.objects.first()
        if last is None:
            Heartbeat.objects.bulk_create([_new_heartbeat(now, boot)], ignore_conflicts=True)
            return
        step = _clock_step(last, now, boot)
        if now > last.at or step:
            if _replace_heartbeat(last, _new_heartbeat(now, boot)):
                metrics.count_tick(max(0.0, (now - last.at - step).total_seconds() - TICK_INTERVAL))
                _notify(last.at, now, step)
        elif last.at - now > MIN_OUTAGE:
            # Another machine's clock is ahead. If it runs, it replaces the heartbeat; if not, the next tick here does.
            _replace_heartbeat(last, _new_heartbeat(last.at, boot))


def _clock_step(last: Heartbeat, now: datetime, boot: Boot | None) -> timedelta:
    """Return by how much this machine's clock was set since the ``last`` heartbeat; zero if it is another machine's."""
    if boot is None or boot.name != last.boot or last.booted_at is None:
        return timedelta(0)
    step = boot.at - last.booted_at
    if abs(step) >= MIN_CLOCK_STEP:
        return step
    return now - last.at if last.at - now > MIN_OUTAGE else timedelta(0)


def _notify(last: datetime, now: datetime, step: timedelta) -> None:
    """Notify the apps if the clock was set by ``step``, or if the time between two heartbeats means an outage."""
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
    """Store ``beat`` unless another clock has replaced the ``last`` one; return whether it was stored."""
    same = Heartbeat.objects.filter(pk=last.pk, at=last.at, boot=last.boot, booted_at=last.booted_at)
    return bool(same.update(at=beat.at, boot=beat.boot, booted_at=beat.booted_at))


@lru_cache(maxsize=1)
def _boot_name() -> str:
    """Return the name of this boot of the machine; on systems without one, a name for this process."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return str(uuid4())


def _uptime() -> timedelta:
    """Return the time since the machine was started."""
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
        """Stop the thread after the current sweep."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.wait(TICK_INTERVAL):
            try:
                self._tick()
            except Exception:  # the database is away: the next second tries again
                logger.exception("tick failed")
            finally:
                close_old_connections()

    def _tick(self) -> None:
        if not self._standby:
            tick_now()
            return
        cache.get(PROBE_KEY)  # while Redis is away: this detects its return, and keeps the health check up to date
        if not is_running(timezone.now(), within=STANDBY_DELAY):
            with without_workers():  # otherwise one of them would have swept
                tick_now()
