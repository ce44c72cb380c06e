"""Pods: plan them, publish the seating, and open packs."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from drafting.models import Pod
from drafting.services import pod as drafting
from drafting.services.pod import MAX_SEATS, PodSizeError
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account
from tournaments.models import Entry, Event, EventPod
from tournaments.rules import pods, seed_verification
from tournaments.rules.team_pods import draw_team_pods
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import consent_fault, event_cut_fault, event_rounds_fault, pod_label, present_entries
from tournaments.selectors.teams import event_teams_fault, teams_with_members
from tournaments.services.delivery import notify_webhooks
from tournaments.services.event import lock_event, refuse_without_reason
from tournaments.services.notices import notify_seated


class SeatingPublishedError(RulesError):
    """The seating is already published."""

    code = "seating_published"
    clause = "DRF-1.5"
    sentence = _("The seating is already published.")
    is_state_conflict = True


class PodsNotMadeError(RulesError):
    """There is no seating to publish: pods were never made, or the players have changed since."""

    code = "pods_not_made"
    clause = "DRF-1.5"
    sentence = _("There are no pods for the present players. Make pods first, then publish the seating.")
    is_state_conflict = True


class NotPlannedError(RulesError):
    """A player to be moved has no planned seat."""

    code = "not_planned"
    sentence = _("Only players with a planned seat can swap seats.")


class NoDraftError(RulesError):
    """The event is for constructed decks, so it has no pods."""

    code = "no_draft"
    sentence = _("This event has no draft, and so no pods.")


@transaction.atomic
def plan_pods(event: Event, *, by: Actor, sizes: Sequence[int] | None = None, reason: str = "") -> Event:
    """Plan the pods of all present players, drawn from the event's seed and so reproducible (DRF-1.5, DRF-OP-1).

    ``sizes`` override the default pod sizes and need a reason. Raises SeatingPublishedError, TooFewPlayersError,
    PodSizesError, PodSizeError, TooManyRoundsError, CutTooLargeError, ReasonNeededError, IncompleteTeamsError,
    OneTeamError.
    """
    if sizes:
        refuse_without_reason(reason)
    event = _lock_unseated(event)
    present = list(present_entries(event))
    if sizes and max(sizes) > MAX_SEATS:
        raise PodSizeError(seats=max(sizes), most=MAX_SEATS)
    if fault := event_teams_fault(event, present) or consent_fault(present):
        raise fault
    event.plan = _drawn_pods(event, present, sizes)
    if fault := event_rounds_fault(event, [len(pod) for pod in event.plan]):
        raise fault
    if fault := event_cut_fault(event, event.cut, len(present)):
        raise fault
    event.save(update_fields=["plan"])
    after = {"sizes": "+".join(str(len(pod)) for pod in event.plan), "players": len(present)}
    action = "pod_sizes_set" if sizes else "pods_made"
    append_entry(event.stream, action, author=by.account, role=by.role, after=after, reason=reason)
    return event


@transaction.atomic
def swap_seats(event: Event, first: int, second: int, *, reason: str, by: Actor) -> Event:
    """Swap the planned seats of two players, given by their entry numbers.

    Raises SeatingPublishedError, NotPlannedError, ReasonNeededError.
    """
    event = _lock_unseated(event)
    refuse_without_reason(reason)
    planned = {number for pod in event.plan for number in pod}
    if not {first, second} <= planned:
        raise NotPlannedError
    other = {first: second, second: first}
    event.plan = [[other.get(number, number) for number in pod] for pod in event.plan]
    event.save(update_fields=["plan"])
    names = dict(event.entries.filter(number__in=other).values_list("number", "name"))
    after = {"first": names[first], "second": names[second]}
    append_entry(event.stream, "seats_swapped", author=by.account, role=by.role, after=after, reason=reason)
    return event


@transaction.atomic
def publish_seating(event: Event, *, by: Actor) -> Event:
    """Close registration, publish the seats, and start the draft unless packs are opened by hand.

    Raises SeatingPublishedError, PodsNotMadeError.
    """
    event = _lock_unseated(event)
    if not event.plan:
        raise PodsNotMadeError
    event.seated_at = event.registration_closed_at = timezone.now()
    event.save(update_fields=["seated_at", "registration_closed_at"])
    entry = append_entry(event.stream, "seated", author=by.account, role=by.role, after={"pods": len(event.plan)})
    notify_webhooks(event, entry, "seated", pods=len(event.plan))
    accounts = {entry.number: entry.account for entry in event.entries.select_related("account")}
    for number, seats in enumerate(event.plan, 1):
        event_pod = EventPod(event=event, number=number)
        seat_pod(event_pod, [accounts[seat] for seat in seats], label=pod_label(number), by=by)
    notify_seated(event)
    return event


@transaction.atomic
def open_packs(event: Event, *, by: Actor, number: int | None = None) -> None:
    """Open the next packs, in the pod with this ``number`` or in all unfinished pods (DRF-2.1).

    Raises the errors of `drafting.services.pod.open_packs`.
    """
    waiting = _unfinished_pods(event)
    for pod in waiting if number is None else waiting.filter(event_pod__number=number):
        drafting.open_packs(pod, author=by.account, role=by.role)


@transaction.atomic
def end_paper_drafts(event: Event, *, by: Actor) -> None:
    """End the paper draft of every pod of ``event`` (DRF-3.1). Raises the errors of `end_paper_draft`."""
    for pod in _unfinished_pods(event):
        drafting.end_paper_draft(pod, author=by.account, role=by.role)


def _drawn_pods(event: Event, present: Sequence[Entry], sizes: Sequence[int] | None) -> list[list[int]]:
    """Return pods of the ``present`` entries, as entry numbers in seat order; teammates are separated (DRF-OP-14)."""
    stream = RandomStream(bytes(event.seed), "pods")
    if event.is_team_event:
        present_keys = {entry.pk for entry in present}
        lineups = [
            [each.number for each in team.lineup if each.pk in present_keys] for team in teams_with_members(event)
        ]
        return draw_team_pods([lineup for lineup in lineups if lineup], stream, sizes=sizes)
    return pods.draw_pods([entry.number for entry in present], stream, sizes=sizes)


def _unfinished_pods(event: Event) -> QuerySet[Pod]:
    """Return the pods of ``event`` whose draft is not over, in locking order (see `lock_event`)."""
    return Pod.objects.filter(event_pod__event=event, drafted_at=None).order_by("pk")


def seat_pod(event_pod: EventPod, players: Sequence[Account], *, label: str, by: Actor) -> None:
    """Create the pod of ``event_pod``, which is new, publish its seats, and begin its draft as the event announces it.

    ``players`` are in seat order. Raises the errors of `drafting.services.pod.create_pod`.
    """
    event = event_pod.event
    other = event_pod.for_cut and event.has_other_cut_packs
    event_pod.pod = pod = drafting.create_pod(
        label=label,
        players=players,
        seed=bytes(event.seed),
        chance=seed_verification.pod_stream_label(event.pk, label),
        draft_format=event.draft_format,
        boosters=event.cut_boosters if other else event.boosters,
        cube=() if other else event.cube,
        opening=event.opening,
        pick_clock=event.pick_clock,
    )
    drafting.publish_seating(pod, author=by.account, role=by.role)
    event_pod.save(force_insert=True)
    if event.opening == Pod.Opening.STANDING:
        drafting.open_packs(pod, author=by.account, role=by.role)


def _lock_unseated(event: Event) -> Event:
    event = lock_event(event)
    if not event.drafted:
        raise NoDraftError
    if event.registration_closed_at:
        raise SeatingPublishedError
    return event
