"""Late entries and returning players or teams: missed rounds are lost without a game, and nothing else changes.

A late entry cannot join a pod that has begun, whose packs are counted (DRF-1.8, DRF-2.5). The player opens as many
packs as the others, alone and from the event's seed, and then plays in one of the drafted pods
(tournaments.rules.pods.pod_for_late_entry).
"""

from collections.abc import Sequence
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
from tournaments.selectors.endings import was_reopened
from tournaments.selectors.history import tournament_of
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import consent_fault
from tournaments.selectors.seats import ranked_pods, seat_of_entry
from tournaments.services.consent import set_consent
from tournaments.services.delivery import notify_webhooks
from tournaments.services.event import lock_event, refuse_without_reason
from tournaments.services.missed_rounds import mark_missed_rounds
from tournaments.services.new_entry import NewPlayer, create_entry, get_or_create_account, states_under_age
from tournaments.services.team import NoTeamsError, WholeTeamError, join_team

LatePlayer = NewPlayer | Account | Entry


class RegistrationStillOpenError(RulesError):
    """Registration is still open, so there are no late entries yet."""

    code = "not_seated_yet"
    clause = "DRF-1.5"
    sentence = _("Registration is still open. Add the player as a walk-in.")
    is_state_conflict = True


class LastRoundBegunError(RulesError):
    """There is no round left in which a late entry could be paired."""

    code = "last_round_begun"
    clause = "DRF-4.5"
    sentence = _("The last round has begun. Players can no longer be added.")


class HasSeatError(RulesError):
    """The player has a seat in the draft, and so a pool from there."""

    code = "has_seat"
    clause = "DRF-3.2"
    sentence = _("{name} had a seat in the draft. Undo the drop, or add them as a new player.")


class TakesPartError(RulesError):
    """The player was present when registration closed."""

    code = "takes_part"
    sentence = _("{name} is already in this event. If they have dropped, undo the drop.")


class NotDroppedError(RulesError):
    """The player has not dropped."""

    code = "not_dropped"
    sentence = _("{name} has not dropped.")
    is_state_conflict = True


class DisqualifiedError(RulesError):
    """The player is disqualified, which is not a drop: it lasts until a judge withdraws the penalty."""

    code = "disqualified"
    sentence = _("{name} is disqualified. Only the head judge can withdraw that penalty.")


class PacksRevealedError(RulesError):
    """The event was reopened after its seed was revealed, so everyone can compute the packs of a late entry."""

    code = "packs_revealed"
    sentence = _("The seed was revealed before this event was reopened, so there are no secret packs for late players.")


class NoDeckLeftError(RulesError):
    """The player's seat was closed or never existed, so there is no deck to play with."""

    code = "no_deck_left"
    clause = "DRF-OP-3"
    sentence = _("{name} no longer has a seat in the draft, and so no deck. Add them as a late entry instead.")


@transaction.atomic
def undo_drop(entry: Entry, *, reason: str, by: Actor, team: str = "") -> Entry:
    """Undo a drop: rounds published in the meantime are missed, and a bot gives the seat back.

    A team returns as a whole. A drop before the seating gave up the place in the team, so that player joins ``team``.
    Raises NoReasonError, NotDroppedError, DisqualifiedError, NoDeckLeftError, EventFinishedError or the errors of
    `find_or_create_place`.
    """
    require_reason(reason)
    event = lock_event(entry.event)
    entry.refresh_from_db()
    returning = [(each, seat_of_entry(each)) for each in entry.contestant.lineup]
    for each, seat in returning:
        _refuse_disqualified(each)
        if each.dropped_after_round is None:
            raise NotDroppedError(name=each.name)
        if event.seated_at and (seat is None or seat.closed_at):
            raise NoDeckLeftError(name=each.name)
    if event.registration_closed_at and (fault := consent_fault(each for each, _seat in returning)):
        raise fault
    for each, _seat in returning:
        _mark_present(each)
        if event.is_team_event and each.team is None:  # dropped before the seating, which gave up the place
            join_team(each, team)
    missed = mark_missed_rounds(entry)
    for each, seat in returning:
        after = {"name": each.name, "number": each.number, "missed": missed}
        logged = append_entry(
            event.desk_stream, "came_back", author=by.account, role=by.role, after=after, reason=reason
        )
        notify_webhooks(event, logged, "came_back", player=each.number)
        if seat and seat.pod.closed_at is None and each.account.kind != Account.Kind.BOT:
            return_seat_to_player(seat, author=by.account, role=by.role, reason=reason)
    entry.refresh_from_db()
    return entry


@transaction.atomic
def add_late_entry(
    event: Event, player: LatePlayer, *mates: LatePlayer, reason: str, by: Actor, team: str = ""
) -> Entry:
    """Add a player after the seating is published, with packs of their own. This is public.

    In a constructed event, players are late once registration is closed, and submit their own deck. Late entries are
    paired from the first round that is paired after their deck is submitted. A team comes as a whole: ``player`` with
    ``mates`` in the order of the boards, or any member of a registered team. Raises ReasonNeededError,
    RegistrationStillOpenError, LastRoundBegunError, PacksRevealedError, DisqualifiedError, HasSeatError,
    TakesPartError, WholeTeamError or the errors of a bad name.
    """
    refuse_without_reason(reason)
    event = lock_event(event)
    if not event.registration_closed_at:
        raise RegistrationStillOpenError
    missed = [*event.rounds.filter(published_at__isnull=False).order_by("number").values_list("number", flat=True)]
    if len(missed) >= event.event_format.rounds:
        raise LastRoundBegunError
    if event.drafted and was_reopened(event):
        raise PacksRevealedError
    if mates and not event.is_team_event:
        raise NoTeamsError
    first, *_mates = [_get_or_create_entry(event, each, by=by, team=team) for each in (player, *mates)]
    lineup = first.contestant.lineup
    if len(lineup) < event.team_size:
        raise WholeTeamError(team=first.contestant.name, size=event.team_size)
    _refuse_lineup(event, lineup)
    joined = _pod_to_join(event) if event.drafted else None
    for entry in lineup:
        _mark_present(entry)
        after: dict[str, Any] = {"name": entry.name, "number": entry.number, "missed": missed}
        after |= {"pod": joined.pod.label} if joined else {}
        action = "entered_late" if joined else "came_late"
        logged = append_entry(event.stream, action, author=by.account, role=by.role, after=after, reason=reason)
        notify_webhooks(event, logged, "entered_late", player=entry.number)
        if joined:
            _deal_packs(event, entry, joined, by=by)
    mark_missed_rounds(first)
    first.refresh_from_db()
    return first


def _refuse_lineup(event: Event, lineup: Sequence[Entry]) -> None:
    for entry in lineup:
        _refuse_disqualified(entry)
        _refuse_present(event, entry)
    if fault := consent_fault(lineup):
        raise fault


def _refuse_disqualified(entry: Entry) -> None:
    if entry.disqualified_at:
        raise DisqualifiedError(name=entry.name)


def _refuse_present(event: Event, entry: Entry) -> None:
    """Raise HasSeatError if ``entry`` has a seat in the draft.

    Raise TakesPartError if it was present when the registration of a constructed event closed.
    """
    if seat_of_entry(entry):
        raise HasSeatError(name=entry.name)
    closed = event.registration_closed_at
    if not event.drafted and closed and entry.checked_in_at and entry.checked_in_at <= closed:
        raise TakesPartError(name=entry.name)


def _mark_present(entry: Entry) -> None:
    """Undo the drop of ``entry``, if any, and check it in."""
    entry.dropped_after_round = None
    entry.checked_in_at = entry.checked_in_at or timezone.now()
    entry.save(update_fields=["dropped_after_round", "checked_in_at"])


def _get_or_create_entry(event: Event, player: LatePlayer, *, by: Actor, team: str) -> Entry:
    """Return the entry of ``player``, created in ``team`` if there is none."""
    entry = player if isinstance(player, Entry) else None
    if isinstance(player, Account):
        entry = event.entries.filter(account=player).first()
    if entry is None:
        assert not isinstance(player, Entry)
        under_age, account = states_under_age(player), get_or_create_account(player)
        entry = create_entry(event, account, by=by, action="walked_in", team=team, under_age=under_age)
        has_consent = isinstance(player, NewPlayer) and player.has_consent
        return set_consent(entry, received=True, by=by) if entry.under_age and has_consent else entry
    if event.is_team_event and entry.team is None:
        join_team(entry, team)
    return entry


def _pod_to_join(event: Event) -> EventPod:
    """Return the pod in which a late entry plays; for teams, which are ranked across the event, the first one."""
    drafted = ranked_pods(event).select_related("pod").order_by("number")
    if event.is_team_event:
        return drafted[0]
    tournament = tournament_of(event)
    playing = {each.id for each in tournament.entries if each.plays_in(tournament.next_round)}
    return drafted[pod_for_late_entry(tournament.pods, playing) - 1]


def _deal_packs(event: Event, entry: Entry, joined: EventPod, *, by: Actor) -> None:
    """Give a late entry packs that are not passed, and start deck building (in a paper draft, pool registration)."""
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
