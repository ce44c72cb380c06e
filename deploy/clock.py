"""The site's clock: every second the deadlines that have passed are acted upon.

With Redis, Celery's beat calls `tick` (deploy.celery); without, a thread of the web process does. With Redis that thread
stands by: it ticks while nobody else does, as while beat, the workers or Redis itself are away. Sweeps use guarded
updates, so that two clocks at once, or one after a restart, do no more than one would.
"""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog
from django.core.cache import cache
from django.db import close_old_connections, connection, transaction
from django.utils import timezone

from drafting.services import sweep as drafts
from gameplay.models import Heartbeat
from gameplay.services import games
from tournaments.services import delivery, play, rehearsal

logger = structlog.get_logger(__name__)
SECOND = 1.0
PROBE = "probe"  # a key that the cache does not have
OUTAGE = timedelta(seconds=5)  # more than a slow sweep takes
SWEEPS: tuple[Callable[[datetime], None], ...] = (
    drafts.sweep,
    games.sweep,
    play.call_time,
    play.stop_lost_games,
    rehearsal.sweep,
    delivery.sweep,
)
"""What is done every second, each with the present time."""

AFTER_OUTAGE: tuple[Callable[[datetime, datetime], None], ...] = (drafts.after_outage, play.push_clocks)
"""What is done after an outage before anything else, with its beginning and its end."""

MISSING = timedelta(seconds=3)  # after which a clock that stands by takes over: before it becomes an outage


def tick(now: datetime) -> None:
    """Run each of SWEEPS with ``now``; after an outage, each of AFTER_OUTAGE first.

    One sweep that fails does not keep the others from running; it is logged, and tried again in a second.
    """
    _beat(now)
    for sweep in SWEEPS:
        try:
            sweep(now)
        except Exception:
            logger.exception("sweep failed", sweep=f"{sweep.__module__}.{sweep.__qualname__}")


def tick_now() -> None:
    """Tick at this moment. It is read once the database answers: after an outage that may take some seconds."""
    connection.ensure_connection()
    tick(timezone.now())


def last_beat() -> datetime | None:
    """Return when the clock last swept; None before the first time."""
    return Heartbeat.objects.values_list("at", flat=True).first()


def is_running(now: datetime, *, within: timedelta) -> bool:
    """Whether some clock has swept ``within`` so long. A beat in the future says nothing of a clock that runs now."""
    last = last_beat()
    return last is not None and abs(now - last) <= within


def _beat(now: datetime) -> None:
    """Note that the clock runs, and tell who must know if it had stopped, in one transaction.

    Of two clocks that find the same last beat, one moves it on.
    """
    with transaction.atomic():
        last = last_beat()
        if last is None:
            Heartbeat.objects.bulk_create([Heartbeat(pk=1, at=now)], ignore_conflicts=True)
        elif Heartbeat.objects.filter(at=last, at__lt=now).update(at=now) and now - last > OUTAGE:
            logger.warning("the clock had stopped", began=last.isoformat(), ended=now.isoformat())
            for act in AFTER_OUTAGE:
                act(last, now)


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
        while not self._stopping.wait(SECOND):
            try:
                self._tick()
            except Exception:  # the database is away; deadlines stand, and the next second tries again
                logger.exception("tick failed")
            finally:
                close_old_connections()

    def _tick(self) -> None:
        if self._standby:
            cache.get(PROBE)  # while Redis is away: somebody has to find out that it is back
        if not self._standby or not is_running(timezone.now(), within=MISSING):
            tick_now()
