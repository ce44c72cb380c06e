"""Handle a change of the server's clock for data that belongs to no app."""

from datetime import timedelta

from axes.models import AccessAttempt
from django.conf import settings
from django.core.cache import caches
from django.db import transaction

from gameplay.infrastructure.clock_change import ClockChange


def end_throttle_waits(change: ClockChange) -> None:
    """Reset rate limits after the clock was set back: clients would wait longer than announced.

    Cached values expire at times of the former clock; the cache is optional, so it is cleared.
    """
    change.shift_future_times(AccessAttempt.objects.all(), "attempt_time")
    if change.step < timedelta(0):
        transaction.on_commit(_clear_caches)


def _clear_caches() -> None:
    for name in settings.CACHES:
        caches[name].clear()
