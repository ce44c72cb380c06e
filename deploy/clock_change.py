"""What a change of the server's clock means for what the site keeps beside its apps."""

from datetime import timedelta

from axes.models import AccessAttempt
from django.conf import settings
from django.core.cache import caches
from django.db import transaction

from gameplay.infrastructure.clock_change import ClockChange


def end_throttle_waits(change: ClockChange) -> None:
    """Shorten the waits of clients that tried too often, once the clock was set back.

    The cache keeps everything until a moment of the former clock, and can be done without.
    """
    change.shift_future_times(AccessAttempt.objects.all(), "attempt_time")
    if change.step < timedelta(0):
        transaction.on_commit(_clear_caches)


def _clear_caches() -> None:
    for name in settings.CACHES:
        caches[name].clear()
