"""Cancel an event in any phase: drafts stop, and only complete rounds are kept."""

from django.db import transaction

from tournaments.models import Event
from tournaments.selectors.early_finish import unplayed_rounds
from tournaments.selectors.endings import CANCELLED_ACTION
from tournaments.selectors.roles import Actor
from tournaments.services.draft import stop_drafts
from tournaments.services.event import end_event, lock_event, refuse_without_reason
from tournaments.services.notices import CANCELLED, notify_event_changed


@transaction.atomic
def cancel_event(event: Event, *, reason: str, by: Actor) -> Event:
    """Cancel ``event``, and reveal its seed. This is public.

    Registration ends, running drafts are paused, and incomplete rounds are cancelled with their results.
    Raises ReasonNeededError, EventFinishedError.
    """
    event = lock_event(event)
    refuse_without_reason(reason)
    stop_drafts(event.pods.all(), reason=reason, by=by)
    unplayed = unplayed_rounds(event)
    complete = unplayed.complete_rounds if unplayed else event.rounds.filter(published_at__isnull=False).count()
    data = {"rounds": complete, "lost": unplayed.lost_results if unplayed else 0}
    ended = end_event(event, CANCELLED_ACTION, complete_rounds=complete, by=by, reason=reason, log_data=data)
    notify_event_changed(event, CANCELLED, by=by)
    return ended
