"""Whether the announced number of rounds can still be reduced."""

from tournaments.models import Event


def count_published_rounds(event: Event) -> int:
    """Return the number of published Swiss rounds. Makes one query."""
    return event.rounds.filter(published_at__isnull=False, stage="").count()


def can_reduce_rounds(event: Event) -> bool:
    """Return whether an event that has begun can have fewer rounds than announced. Makes one query at most."""
    if event.finished_at or not event.registration_closed_at:
        return False
    return max(1, count_published_rounds(event)) < event.event_format.rounds
