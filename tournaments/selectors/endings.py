"""How an event ended: normally, early or by cancellation; and whether it can be reopened."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from drafting.models import Pod
from gameplay.engine.core.errors import RulesError, _
from gameplay.models import LogEntry
from tournaments.models import Event

FINISHED_ACTION = "event_finished"
FINISHED_EARLY_ACTION = "event_finished_early"
CANCELLED_ACTION = "event_cancelled"
REOPENED_ACTION = "event_reopened"
ENDING_ACTIONS = (FINISHED_ACTION, FINISHED_EARLY_ACTION, CANCELLED_ACTION)
"""The log actions that end an event. A reopened event can end again, so the last one counts."""
REOPENING_HOURS = 24


class EventRunningError(RulesError):
    """The event is not over."""

    code = "not_finished"
    sentence = _("This event is not finished.")
    is_state_conflict = True


class ReopeningTooLateError(RulesError):
    """The event has been over for too long; ``details`` give the limit in hours."""

    code = "reopening_too_late"
    sentence = _("An event can be reopened for {hours} hours after it has ended.")


class DraftRevealedError(RulesError):
    """The event ended before its draft was over, and its seed has revealed the packs."""

    code = "draft_revealed"
    clause = "DRF-2.14"
    sentence = _("The draft was not over, and its packs have been revealed. Create a new event.")


class ShufflesRevealedError(RulesError):
    """The games of the event are played on the site, and its seed has revealed the shuffles of those to come."""

    code = "shuffles_revealed"
    sentence = _("The games are played on this site, and their shuffles have been revealed. Create a new event.")


class CancelledByOperatorError(RulesError):
    """An operator of the site has cancelled the event."""

    code = "cancelled_by_operator"
    sentence = _("An operator of this site has cancelled the event, so it cannot be reopened.")


def ending_entry(event: Event) -> LogEntry | None:
    """Return the log entry that ended ``event``; None if it is not over.

    Makes one query for a finished event, none otherwise.
    """
    if not event.finished_at:
        return None
    entries = LogEntry.objects.filter(stream=event.stream, action__in=ENDING_ACTIONS)
    return entries.order_by("number").last()


def cancelled_events(events: Sequence[Event]) -> set[Any]:
    """Return the keys of those of ``events`` that were cancelled. Makes one query, none if no event is finished."""
    streams = {each.stream: each.pk for each in events if each.finished_at}
    if not streams:
        return set()
    entries = LogEntry.objects.filter(stream__in=streams, action__in=ENDING_ACTIONS)
    last = dict(entries.order_by("stream", "number").values_list("stream", "action"))
    return {streams[stream] for stream, action in last.items() if action == CANCELLED_ACTION}


def was_reopened(event: Event) -> bool:
    """Return whether ``event`` has been reopened, so that its seed is known. Makes one query."""
    return LogEntry.objects.filter(stream=event.stream, action=REOPENED_ACTION).exists()


def early_finish_entry(event: Event) -> LogEntry | None:
    """Return the log entry of the early finish of ``event``, with its reason; None without one."""
    return _ending_entry(event, FINISHED_EARLY_ACTION)


def cancellation_entry(event: Event) -> LogEntry | None:
    """Return the log entry of the cancellation of ``event``, with its reason; None without one."""
    return _ending_entry(event, CANCELLED_ACTION)


def reopening_fault(event: Event, now: datetime) -> RulesError | None:
    """Return why ``event`` cannot be reopened; None if it can. Makes two queries at most.

    Its end has revealed the seed, so whatever was still to be drafted or shuffled is known.
    """
    if not event.finished_at:
        return EventRunningError()
    if now > event.finished_at + timedelta(hours=REOPENING_HOURS):
        return ReopeningTooLateError(hours=REOPENING_HOURS)
    if event.play == Event.Play.ONLINE:
        return ShufflesRevealedError()
    if event.drafted and not _was_draft_over(event, event.finished_at):
        return DraftRevealedError()
    entry = cancellation_entry(event)
    return CancelledByOperatorError() if entry and entry.role == "operator" else None


def _ending_entry(event: Event, action: str) -> LogEntry | None:
    entry = ending_entry(event)
    return entry if entry and entry.action == action else None


def _was_draft_over(event: Event, at: datetime) -> bool:
    """Return whether every deck was submitted ``at`` this time, except those of late entries."""
    pods = Pod.objects.filter(event_pod__event=event, event_pod__joins=None)
    return event.seated_at is not None and not pods.filter(Q(closed_at=None) | Q(closed_at__gt=at)).exists()
