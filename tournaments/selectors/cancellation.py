"""The cancellation of an event, which is public."""

from gameplay.models import LogEntry
from tournaments.models import Event

CANCELLED_ACTION = "event_cancelled"
"""The log action of a cancellation."""


def cancellation_entry(event: Event) -> LogEntry | None:
    """Return the log entry of the cancellation of ``event``, with its reason; None without one.

    Makes one query for a finished event, none otherwise.
    """
    if not event.finished_at:
        return None
    return LogEntry.objects.filter(stream=event.stream, action=CANCELLED_ACTION).first()
