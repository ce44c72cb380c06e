"""Moves stored times when the server's clock is set, for example by a time service that was wrong or late."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, QuerySet

from gameplay.engine.core.errors import _

CLOCK_SET = _("The server's clock was set by {seconds} seconds, and every deadline was moved with it.")
"""The sentence for the log action "clock_set"."""


@dataclass(frozen=True, slots=True)
class ClockChange:
    """A change of the clock by ``step``, between the last sweep (``since``) and ``now``, both by the new clock.

    Times stored before the change are by the old clock. Each app moves its deadlines by ``step``, so that the remaining
    time stays the same.
    """

    step: timedelta
    since: datetime
    now: datetime

    @property
    def seconds(self) -> int:
        return round(self.step.total_seconds())

    def shift_times(self, rows: QuerySet[Any], field: str, *, set_at_field: str = "") -> int:
        """Move ``field`` of ``rows`` and return the number of rows changed. Times set since the change are kept.

        ``set_at_field`` is the field with the time at which ``field`` was set; by default ``field`` itself.
        """
        by_old_clock = rows.exclude(**{f"{field}__isnull": True}).exclude(
            **{f"{set_at_field or field}__range": (self.since, self.now), f"{set_at_field or field}__isnull": False}
        )
        return by_old_clock.update(**{field: F(field) + self.step})

    def shift_future_times(self, rows: QuerySet[Any], field: str) -> int:
        """Move ``field`` of ``rows``, the time of a past event, where it is in the future: the clock was set back."""
        return rows.filter(**{f"{field}__gt": self.now}).update(**{field: F(field) + self.step})
