"""What is done when the clock of the server is set, as by a time service that was wrong or late."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, QuerySet

from gameplay.engine.core.errors import _

CLOCK_SET = _("The server's clock was set by {seconds} seconds, and every deadline was moved with it.")
"""The sentence for the entry "clock_set" in a log."""


@dataclass(frozen=True, slots=True)
class ClockChange:
    """The clock was set by ``step`` between two moments of the new clock: ``since``, the last sweep, and ``now``.

    What was stored before shows the former clock. Each app moves its deadlines by ``step``,
    so that as much time is left as before, and nothing is over too early or stays open for too long.
    """

    step: timedelta
    since: datetime
    now: datetime

    @property
    def seconds(self) -> int:
        return round(self.step.total_seconds())

    def shift_times(self, rows: QuerySet[Any], field: str, *, set_at_field: str = "") -> int:
        """Move ``field`` of ``rows``, and return of how many. What was stored since shows the new clock and stays.

        ``stored`` is the field that says when ``field`` was set; none if that says so itself.
        """
        former = rows.exclude(**{f"{field}__isnull": True}).exclude(
            **{f"{set_at_field or field}__range": (self.since, self.now), f"{set_at_field or field}__isnull": False}
        )
        return former.update(**{field: F(field) + self.step})

    def shift_future_times(self, rows: QuerySet[Any], field: str) -> int:
        """Move ``field`` of ``rows``, when something happened, if it lies ahead: the clock was set back since then."""
        return rows.filter(**{f"{field}__gt": self.now}).update(**{field: F(field) + self.step})
