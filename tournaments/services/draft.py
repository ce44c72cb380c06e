"""What officials do about a draft that is on: a pause, more time, a seat that a bot takes."""

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
from tournaments.models import Entry, Event, Official
from tournaments.selectors.desk import pods_paused_together
from tournaments.selectors.roles import Actor
from tournaments.services.event import lock_event, refuse_without_reason

LEFT_EVENT_REASON = "left_event"
"""The reason of who dropped, as the log keeps it: tournaments.sentences has its words."""


class NothingToPauseError(RulesError):
    """No pod of the event drafts or builds, or each that does is paused already."""

    code = "nothing_to_pause"
    sentence = _("No draft is running that could be paused.")
    is_state_conflict = True


class EventPausedError(RulesError):
    """All drafts were stopped together, and some still stand."""

    code = "event_paused"
    sentence = _("The drafts of this event are paused already. Let them go on first.")
    is_state_conflict = True


class EventNotPausedError(RulesError):
    """There is nothing that was stopped together."""

    code = "event_not_paused"
    sentence = _("The drafts of this event are not paused.")
    is_state_conflict = True


@transaction.atomic
def pause_drafts(event: Event, *, reason: str, by: Actor) -> Event:
    """Stop every pod of ``event`` that drafts or builds, at one moment; one that is paused by itself stays as it is.

    No round is paired before every deck is in (DRF-3.1), so no round clock runs meanwhile, unless only late entries
    build: a round goes on then. Raises ReasonNeededError,
    EventPausedError or NothingToPauseError.
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
    """Let every pod that `pause_event` stopped go on, at one moment; one that went on since is left alone.

    Raises EventNotPausedError.
    """
    event = lock_event(event)
    standing = _locked(pods_paused_together(event))
    if not standing or event.drafts_paused_at is None:
        raise EventNotPausedError
    now = timezone.now()
    after = {"pods": len(standing), "seconds": round((now - event.drafts_paused_at).total_seconds())}
    append_entry(event.stream, "drafts_resumed", author=by.account, role=by.role, after=after, at=now)
    event.drafts_paused_at = None
    event.save(update_fields=["drafts_paused_at"])
    for pod in standing:
        pods.resume_pod(pod, author=by.account, role=by.role, at=now)
    return event


def pause_pod(pod: Pod, *, reason: str, by: Actor) -> None:
    """Stop a pod's draft. Raises ReasonNeededError, PodPausedError."""
    refuse_without_reason(reason)
    pods.pause_pod(pod, author=by.account, role=by.role, reason=reason)


def resume_pod(pod: Pod, *, by: Actor) -> None:
    """Let a pod's draft go on. Raises NotPausedError."""
    pods.resume_pod(pod, author=by.account, role=by.role)


def extend_building(pod: Pod, minutes: int, *, reason: str, by: Actor) -> None:
    """Give a pod so many more minutes to build. Raises ReasonNeededError, NotDraftedError or DecksInError."""
    refuse_without_reason(reason)
    assert by.account is not None
    decks.extend_deadline(pod, minutes, author=by.account, role=by.role, reason=reason)


def give_entry_to_bot(entry: Entry, *, reason: str, by: Actor) -> None:
    """Let a bot act for a player who is away. Raises Seat.DoesNotExist, SeatClosedError, NoReasonError."""
    give_seat_to_bot(_seat(entry), author=by.account, role=by.role, reason=reason)


def return_entry_to_player(entry: Entry, *, by: Actor) -> None:
    """Let a player who is back act again. Raises Seat.DoesNotExist, SeatClosedError."""
    return_seat_to_player(_seat(entry), author=by.account, role=by.role)


@transaction.atomic
def leave_draft(entry: Entry, *, by: Actor) -> None:
    """Keep the packs moving when a player has left: as the event has it, a bot or a closed seat (DRF-OP-3).

    No bot takes a seat at a table before its pool is registered. The last seat of a pod is never closed. A pause of the
    seat ends: there is nobody to wait for.
    """
    seat = Seat.objects.filter(pod__event_pod__event=entry.event, player=entry.account, pod__closed_at=None).first()
    if seat is None:
        return
    if not seat.is_automatic:
        _abandon(seat, entry.event, by)
    if Seat.objects.filter(pk=seat.pk, paused_at__isnull=False).exists():
        resume_seat(seat, author=by.account, role=by.role)


def log_refused_look(account: object, pod_id: UUID) -> None:
    """Keep in the log of the desk that an official who plays tried to look at what was drafted."""
    if not isinstance(account, Account):
        return
    found = Official.objects.filter(event__pods__pod=pod_id, account=account).select_related("event").first()
    if found is None:  # as much was asked as for a pod that does not exist
        return
    label = Pod.objects.get(pk=pod_id).label
    with transaction.atomic():
        append_entry(found.event.desk_stream, "look_refused", author=account, role=found.role, after={"pod": label})


def _locked(found: QuerySet[Pod]) -> Sequence[Pod]:
    """Return those of ``found`` that are still so once nobody else changes them, in the order of their keys."""
    return list(found.order_by("pk").select_for_update(of=("self",), no_key=True))


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
    return Seat.objects.get(pod__event_pod__event=entry.event, player=entry.account)
