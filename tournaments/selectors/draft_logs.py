"""Access to the draft logs of an event."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef

from drafting.models import Pick, Pod
from drafting.selectors.draft_log import DraftLogAccess
from gameplay.models import Account
from tournaments.models import Entry, Event

HAS_PICKS = Exists(Pick.objects.filter(pack__pod=OuterRef("pk")))


def readable_draft_logs(event: Event, entry: Entry | None) -> list[Pod]:
    """Return the pods whose draft log ``entry`` may read, None for a spectator: all pods, the player's own or none.

    Makes one query at most.
    """
    if not _has_draft_logs(event):
        return []
    drafted = Pod.objects.filter(HAS_PICKS, event_pod__event=event)
    if event.finished_at and event.draft_log == Event.DraftLogVisibility.EVERYBODY:
        return list(drafted.order_by("event_pod__number"))
    if entry is None or not event.seated_at or event.draft_log == Event.DraftLogVisibility.NEVER:
        return []
    own = drafted.filter(seats__player=entry.account_id, closed_at__isnull=False)
    return list(own.order_by("event_pod__number"))


def public_draft_logs(event: Event) -> list[DraftLogAccess]:
    """Return access to the draft logs of ``event`` that everyone who may see it can read. Makes one query at most."""
    return [DraftLogAccess(pod, None, whole=True) for pod in readable_draft_logs(event, None) if pod.drafted_at]


def own_draft_logs(account: Account, events: Sequence[Event]) -> dict[Any, Pod]:
    """Return the last pod whose draft log ``account`` may read as its player, by the keys of ``events``.

    Makes one query at most.
    """
    opened = [event for event in events if _has_draft_logs(event) and event.seated_at]
    opened = [event for event in opened if event.draft_log != Event.DraftLogVisibility.NEVER]
    if not opened:
        return {}
    pods = Pod.objects.filter(HAS_PICKS, event_pod__event__in=opened, closed_at__isnull=False)
    own = pods.filter(seats__player=account).select_related("event_pod").order_by("event_pod__number")
    return {pod.event_pod.event_id: pod for pod in own}


def _has_draft_logs(event: Event) -> bool:
    return event.drafted and not event.draft_format.sealed and not event.is_paper_draft
