"""Actions of officials during a draft: pause it, extend deck building, give a seat to a bot."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from drafting.models import Deck, Pod, Seat
from drafting.services import deck as decks
from drafting.services import pod as pods
from drafting.services.pause import resume_seat
from drafting.services.seat import LastSeatError, close_seat, give_seat_to_bot, return_seat_to_player
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account
from tournaments.models import Entry, Event, EventPod, Official
from tournaments.selectors.desk import pods_paused_together
from tournaments.selectors.roles import Actor
from tournaments.selectors.seats import current_seats
from tournaments.services.event import lock_event, refuse_without_reason

LEFT_EVENT_REASON = "left_event"
"""The code in the log of the reason why a seat was abandoned; tournaments.sentences has its text."""


class NothingToPauseError(RulesError):
    """No pod of the event is drafting or building, or all of these are already paused."""

    code = "nothing_to_pause"
    sentence = _("There is no running draft to pause.")
    is_state_conflict = True


class EventPausedError(RulesError):
    """All drafts were paused together, and some still are."""

    code = "event_paused"
    sentence = _("The drafts of this event are already paused. Resume them first.")
    is_state_conflict = True


class EventNotPausedError(RulesError):
    """The drafts were not paused together."""

    code = "event_not_paused"
    sentence = _("The drafts of this event are not paused.")
    is_state_conflict = True


@transaction.atomic
def pause_drafts(event: Event, *, reason: str, by: Actor) -> Event:
    """Pause all drafting or building pods of ``event`` simultaneously; a pod that is already paused is left alone.

    No round is paired before every deck is submitted (DRF-3.1), so no round clock runs meanwhile. The exception is a
    round during which late entries build: it goes on. Raises ReasonNeededError, EventPausedError or
    NothingToPauseError.
    """
    refuse_without_reason(reason)
    event = lock_event(event)
    if pods_paused_together(event).exists():
        raise EventPausedError
    running = _locked(Pod.objects.filter(event_pod__event=event, closed_at=None, paused_at=None))
    if not running:
        raise NothingToPauseError
    now = event.drafts_paused_at = timezone.now()
    event.save(update_fields=["drafts_paused_at"])
    after = {"pods": len(running)}
    append_entry(event.stream, "drafts_paused", author=by.account, role=by.role, after=after, reason=reason, at=now)
    for pod in running:
        pods.pause_pod(pod, author=by.account, role=by.role, reason=reason, at=now)
    return event


@transaction.atomic
def resume_drafts(event: Event, *, by: Actor) -> Event:
    """Resume all pods that `pause_drafts` paused, simultaneously; a pod that was resumed since is left alone.

    Raises EventNotPausedError.
    """
    event = lock_event(event)
    paused = _locked(pods_paused_together(event))
    if not paused or event.drafts_paused_at is None:
        raise EventNotPausedError
    now = timezone.now()
    after = {"pods": len(paused), "seconds": round((now - event.drafts_paused_at).total_seconds())}
    append_entry(event.stream, "drafts_resumed", author=by.account, role=by.role, after=after, at=now)
    event.drafts_paused_at = None
    event.save(update_fields=["drafts_paused_at"])
    for pod in paused:
        pods.resume_pod(pod, author=by.account, role=by.role, at=now)
    return event


def stop_drafts(event_pods: QuerySet[EventPod], *, reason: str, by: Actor) -> None:
    """Pause those of ``event_pods`` that still draft or build, as their event ends. The event must be locked."""
    running = Pod.objects.filter(event_pod__in=event_pods, closed_at=None, paused_at=None)
    for pod in _locked(running):
        pods.pause_pod(pod, author=by.account, role=by.role, reason=reason)


def pause_pod(pod: Pod, *, reason: str, by: Actor) -> None:
    """Pause a pod's draft. Raises ReasonNeededError, PodPausedError."""
    refuse_without_reason(reason)
    pods.pause_pod(pod, author=by.account, role=by.role, reason=reason)


def resume_pod(pod: Pod, *, by: Actor) -> None:
    """Resume a pod's draft. Raises NotPausedError."""
    pods.resume_pod(pod, author=by.account, role=by.role)


def extend_building(pod: Pod, minutes: int, *, reason: str, by: Actor) -> None:
    """Extend a pod's deck building by ``minutes``. Raises ReasonNeededError, NotDraftedError or DecksInError."""
    refuse_without_reason(reason)
    assert by.account is not None
    decks.extend_deadline(pod, minutes, author=by.account, role=by.role, reason=reason)


def give_entry_to_bot(entry: Entry, *, reason: str, by: Actor) -> None:
    """Give an absent player's seat to a bot. Raises Seat.DoesNotExist, SeatClosedError, NoReasonError."""
    give_seat_to_bot(_seat(entry), author=by.account, role=by.role, reason=reason)


def return_entry_to_player(entry: Entry, *, by: Actor) -> None:
    """Return a seat from a bot to its player. Raises Seat.DoesNotExist, SeatClosedError."""
    return_seat_to_player(_seat(entry), author=by.account, role=by.role)


@transaction.atomic
def leave_draft(entry: Entry, *, by: Actor) -> None:
    """Hand the seat of a player who has left to a bot, or close it, as the event is configured (DRF-OP-3).

    In a paper draft no bot takes a seat before its pool is registered. The last seat of a pod is never closed. A pause
    of the seat ends, because its player has left.
    """
    seat = Seat.objects.filter(pod__event_pod__event=entry.event, player=entry.account, pod__closed_at=None).first()
    if seat is None:
        return
    if not seat.is_automatic:
        _abandon(seat, entry.event, by)
    if Seat.objects.filter(pk=seat.pk, paused_at__isnull=False).exists():
        resume_seat(seat, author=by.account, role=by.role)


def log_refused_look(account: object, pod_id: UUID) -> None:
    """Log for the desk that an official who plays tried to look at drafted cards."""
    if not isinstance(account, Account):
        return
    found = Official.objects.filter(event__pods__pod=pod_id, account=account).select_related("event").first()
    if found is None:  # no official of this pod's event: nothing to log
        return
    label = Pod.objects.get(pk=pod_id).label
    with transaction.atomic():
        append_entry(found.event.desk_stream, "look_refused", author=account, role=found.role, after={"pod": label})


def _locked(pods: QuerySet[Pod]) -> Sequence[Pod]:
    """Lock ``pods`` in the order of their keys; return those that still match once locked."""
    return list(pods.order_by("pk").select_for_update(of=("self",), no_key=True))


def _abandon(seat: Seat, event: Event, by: Actor) -> None:
    unregistered = event.is_paper_draft and not Deck.objects.filter(seat=seat).exists()
    if event.abandoned == Event.Abandoned.CLOSED or unregistered:
        try:
            close_seat(seat, author=by.account, role=by.role, reason=LEFT_EVENT_REASON)
            return
        except LastSeatError:
            pass
    give_seat_to_bot(seat, author=by.account, role=by.role, reason=LEFT_EVENT_REASON)


def _seat(entry: Entry) -> Seat:
    """Return the seat where ``entry`` drafts now, or has drafted last. Raises Seat.DoesNotExist."""
    return current_seats(entry.event, [entry.account_id]).get()
