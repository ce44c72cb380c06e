"""Access to the draft logs of an event."""

from django.db.models import Exists, OuterRef

from drafting.models import Pick, Pod
from tournaments.models import Entry, Event


def readable_draft_logs(event: Event, entry: Entry | None) -> list[Pod]:
    """Return the pods whose draft log ``entry`` may read, None for a spectator: all pods, the player's own or none.

    Makes one query at most.
    """
    drafted = Pod.objects.filter(Exists(Pick.objects.filter(pack__pod=OuterRef("pk"))), event_pod__event=event)
    if not event.drafted or event.draft_format.sealed or event.is_paper_draft:
        return []
    if event.finished_at and event.draft_log == Event.DraftLogVisibility.EVERYBODY:
        return list(drafted.order_by("event_pod__number"))
    if entry is None or not event.seated_at or event.draft_log == Event.DraftLogVisibility.NEVER:
        return []
    return list(drafted.filter(seats__player=entry.account_id, closed_at__isnull=False))
