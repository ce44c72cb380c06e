"""Players and teams who come late or come back: rounds they missed are lost without a game, and nothing else changes.

A late entry cannot join a pod that has begun, whose packs are counted (DRF-1.8, DRF-2.5). They are dealt as many packs
as everybody had, alone and from the event's seed, and play in a pod that drafted (tournaments.rules.pods.pod_for_late_entry).
"""

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from drafting.models import Pod
from drafting.services import pod as drafting
from drafting.services.seat import return_seat_to_player
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account
from gameplay.services.corrections import require_reason
from tournaments.models import Entry, Event, EventPod
from tournaments.rules import seed_verification
from tournaments.rules.pods import pod_for_late_entry
from tournaments.selectors.history import tournament_of
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import seat_of_entry
from tournaments.services.delivery import notify_webhooks
from tournaments.services.entry import NewPlayer, create_entry, get_or_create_account
from tournaments.services.event import lock_event, refuse_without_reason
from tournaments.services.missed_rounds import mark_missed_rounds
from tournaments.services.team import NoTeamsError, WholeTeamError, join_team

LatePlayer = NewPlayer | Account | Entry


class RegistrationStillOpenError(RulesError):
    """Nobody is late before the seating is published, or registration was closed."""

    code = "not_seated_yet"
    clause = "DRF-1.5"
    sentence = _("Registration is still open. Enter them as a walk-in.")
    is_state_conflict = True


class LastRoundBegunError(RulesError):
    """There is no round left that a late entry could be paired in."""

    code = "last_round_begun"
    clause = "DRF-4.5"
    sentence = _("The last round has begun: nobody can be entered any more.")


class HasSeatError(RulesError):
    """Who sat at a pod has what was drafted there, and nothing else."""

    code = "has_seat"
    clause = "DRF-3.2"
    sentence = _("{name} had a seat in the draft. Take the drop back, or enter them as a new player.")


class TakesPartError(RulesError):
    """The player was there when registration was closed."""

    code = "takes_part"
    sentence = _("{name} takes part already. If they have dropped, take the drop back.")


class NotDroppedError(RulesError):
    """The player has not left."""

    code = "not_dropped"
    sentence = _("{name} has not dropped.")
    is_state_conflict = True


class DisqualifiedError(RulesError):
    """A disqualification is not a drop: it stands until a judge withdraws it."""

    code = "disqualified"
    sentence = _("{name} was disqualified. Only the head judge can withdraw that penalty.")


class NoDeckLeftError(RulesError):
    """The player's seat was closed, or there never was one, so there is no deck to play with."""

    code = "no_deck_left"
    clause = "DRF-OP-3"
    sentence = _("{name} has no seat in the draft any more, and so no deck. Enter them late instead.")


@transaction.atomic
def undo_drop(entry: Entry, *, reason: str, by: Actor, team: str = "") -> Entry:
    """Take a drop back: rounds published meanwhile are missed, and a bot that took the seat leaves it.

    A team comes back as a whole; before the seating, when nobody's place in a team was kept, it is to ``team``. Raises
    NoReasonError, NotDroppedError, DisqualifiedError, NoDeckLeftError, EventFinishedError or what `place_in` does.
    """
    require_reason(reason)
    event = lock_event(entry.event)
    entry.refresh_from_db()
    gone = [(each, seat_of_entry(each)) for each in entry.contestant.lineup]
    for each, seat in gone:
        _refuse_disqualified(each)
        if each.dropped_after_round is None:
            raise NotDroppedError(name=each.name)
        if event.seated_at and (seat is None or seat.closed_at):
            raise NoDeckLeftError(name=each.name)
    for each, _seat in gone:
        _mark_present(each)
        if event.is_team_event and each.team is None:  # whose place was given up before the seating
            join_team(each, team)
    missed = mark_missed_rounds(entry)
    for each, seat in gone:
        after = {"name": each.name, "number": each.number, "missed": missed}
        told = append_entry(event.desk_stream, "came_back", author=by.account, role=by.role, after=after, reason=reason)
        notify_webhooks(event, told, "came_back", player=each.number)
        if seat and seat.pod.closed_at is None and each.account.kind != Account.Kind.BOT:
            return_seat_to_player(seat, author=by.account, role=by.role, reason=reason)
    entry.refresh_from_db()
    return entry


@transaction.atomic
def add_late_entry(
    event: Event, player: LatePlayer, *mates: LatePlayer, reason: str, by: Actor, team: str = ""
) -> Entry:
    """Enter somebody once the seating is published, or who had no seat in it, with packs of their own. Public.

    Where decks are brought it is once registration was closed, and they bring theirs.
    They are paired from the first round that is paired once their deck is in. A team comes as a whole: ``who`` with its
    ``mates`` in the order of the boards, or anyone of a team that was registered. Raises ReasonNeededError,
    NotSeatedYetError, LastRoundBegunError, DisqualifiedError, HasSeatError, TakesPartError, WholeTeamError or what a bad name raises.
    """
    refuse_without_reason(reason)
    event = lock_event(event)
    if not event.registration_closed_at:
        raise RegistrationStillOpenError
    missed = [*event.rounds.filter(published_at__isnull=False).order_by("number").values_list("number", flat=True)]
    if len(missed) >= event.event_format.rounds:
        raise LastRoundBegunError
    if mates and not event.is_team_event:
        raise NoTeamsError
    first, *_mates = [_get_or_create_entry(event, each, by=by, team=team) for each in (player, *mates)]
    lineup = first.contestant.lineup
    if len(lineup) < event.team_size:
        raise WholeTeamError(team=first.contestant.name, size=event.team_size)
    for entry in lineup:
        _refuse_disqualified(entry)
        _refuse_present(event, entry)
    joined = _pod_to_join(event) if event.drafted else None
    for entry in lineup:
        _mark_present(entry)
        after: dict[str, Any] = {"name": entry.name, "number": entry.number, "missed": missed}
        after |= {"pod": joined.pod.label} if joined else {}
        action = "entered_late" if joined else "came_late"
        told = append_entry(event.stream, action, author=by.account, role=by.role, after=after, reason=reason)
        notify_webhooks(event, told, "entered_late", player=entry.number)
        if joined:
            _deal_packs(event, entry, joined, by=by)
    mark_missed_rounds(first)
    first.refresh_from_db()
    return first


def _refuse_disqualified(entry: Entry) -> None:
    if entry.disqualified_at:
        raise DisqualifiedError(name=entry.name)


def _refuse_present(event: Event, entry: Entry) -> None:
    """Raise HasSeatError for who sat at a pod, TakesPartError for who was there with a deck before registration closed."""
    if seat_of_entry(entry):
        raise HasSeatError(name=entry.name)
    closed = event.registration_closed_at
    if not event.drafted and closed and entry.checked_in_at and entry.checked_in_at <= closed:
        raise TakesPartError(name=entry.name)


def _mark_present(entry: Entry) -> None:
    """Have ``entry`` in the event again, and there."""
    entry.dropped_after_round = None
    entry.checked_in_at = entry.checked_in_at or timezone.now()
    entry.save(update_fields=["dropped_after_round", "checked_in_at"])


def _get_or_create_entry(event: Event, who: LatePlayer, *, by: Actor, team: str) -> Entry:
    """Return the entry of ``who``, made now, in ``team``, unless they had one."""
    entry = who if isinstance(who, Entry) else None
    if isinstance(who, Account):
        entry = event.entries.filter(account=who).first()
    if entry is None:
        assert not isinstance(who, Entry)
        return create_entry(event, get_or_create_account(who), by=by, action="walked_in", team=team)
    if event.is_team_event and entry.team is None:
        join_team(entry, team)
    return entry


def _pod_to_join(event: Event) -> EventPod:
    """Return the pod in which a late entry plays; teams are ranked over the event, so that any does for them."""
    drafted = event.pods.filter(joins=None).select_related("pod").order_by("number")
    if event.is_team_event:
        return drafted[0]
    tournament = tournament_of(event)
    playing = {each.id for each in tournament.entries if each.plays_in(tournament.next_round)}
    return drafted[pod_for_late_entry(tournament.pods, playing) - 1]


def _deal_packs(event: Event, entry: Entry, joined: EventPod, *, by: Actor) -> None:
    """Give a late entry packs of the event that nobody passes, and begin their time to build; at a table, to register."""
    label = f"L{entry.number}"
    pod = drafting.create_pod(
        label=label,
        players=[entry.account],
        seed=bytes(event.seed),
        chance=seed_verification.pod_stream_label(event.pk, label),
        draft_format=replace(event.draft_format, sealed=True),
        boosters=event.boosters,
        cube=event.cube,
        opening=Pod.Opening.TABLE if event.is_paper_draft else Pod.Opening.STANDING,
    )
    last = event.pods.order_by("number").last()
    event.pods.create(number=last.number + 1 if last else 1, pod=pod, joins=joined)
    drafting.publish_seating(pod, author=by.account, role=by.role)
    begin = drafting.end_paper_draft if event.is_paper_draft else drafting.open_packs
    begin(pod, author=by.account, role=by.role)
