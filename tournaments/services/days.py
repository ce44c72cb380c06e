"""Change the later days of an event."""

from collections.abc import Sequence

from django.db import transaction

from gameplay.infrastructure.log import append_entry
from tournaments.models import Event
from tournaments.rules.days import EventDay, days_change_fault, days_fault
from tournaments.selectors.cut_draft import cut_pod_label
from tournaments.selectors.days import count_published
from tournaments.selectors.roles import Actor
from tournaments.selectors.stages import has_cut_begun
from tournaments.services.event import lock_event, refuse_without_reason


@transaction.atomic
def change_days(event: Event, days: Sequence[EventDay], *, reason: str, by: Actor) -> Event:
    """Replace the later days of ``event``. This is public. A day that has begun stays as it is.

    Raises ReasonNeededError, or an EventDaysError that names the day.
    """
    event = lock_event(event)
    refuse_without_reason(reason)
    old, published = event.later_days, count_published(event)
    if fault := days_change_fault(old, days, published=published, cut_begun=has_cut_begun(event)):
        raise fault
    refuse_days(event, days)
    event.days = [day.as_json for day in days]
    event.save(update_fields=["days"])
    append_entry(
        event.stream,
        "days_changed",
        author=by.account,
        role=by.role,
        reason=reason,
        before={"days": _listed(event, old)},
        after={"days": _listed(event, days)},
    )
    return event


def refuse_days(event: Event, days: Sequence[EventDay]) -> None:
    """Raise an EventDaysError if these ``days`` do not fit the start, the rounds or the top cut of ``event``."""
    rounds, cut = event.event_format.rounds, event.cut
    if fault := days_fault(days, starts_at=event.starts_at, rounds=rounds, cut=cut):
        raise fault


def _listed(event: Event, days: Sequence[EventDay]) -> str:
    """Return ``days`` as the log shows them in every language, such as "2026-07-05 10:00 R5"."""
    shown = [f"{day.as_json['starts_at'][:16].replace('T', ' ')} {_first_round(event, day)}" for day in days]
    return ", ".join(shown) or "–"


def _first_round(event: Event, day: EventDay) -> str:
    return cut_pod_label(event) if day.round is None else f"R{day.round}"
