"""Penalties: give, request, approve, refuse and withdraw.

Each step is logged for the desk; a penalty that counts is logged for its player, too. A game loss or a harsher penalty
counts in the player's running match, or else in the next one.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import hub
from gameplay.infrastructure.log import append_entry
from gameplay.services.corrections import require_reason
from tournaments.models import Entry, Event, Match, Penalty
from tournaments.rules.agreement import agreement_of
from tournaments.rules.infractions import INFRACTIONS, PenaltyLevel
from tournaments.rules.penalties import OwnPenaltyError, find_infraction
from tournaments.rules.penalty_losses import is_decided_by_losses
from tournaments.rules.results import MatchSide
from tournaments.selectors.penalties import may_approve_penalties
from tournaments.selectors.results import match_losses, match_statements
from tournaments.selectors.roles import Actor
from tournaments.services.draft import leave_draft
from tournaments.services.event import lock_event
from tournaments.services.missed_rounds import mark_missed_rounds
from tournaments.services.online_match import continue_match

GAME_LOSS_LEVELS = [level for level in PenaltyLevel if level.costs_a_game]


class PenaltyDecidedError(RulesError):
    """The penalty was already decided or withdrawn, for example by another judge."""

    code = "penalty_decided"
    sentence = _("This penalty has already been decided.")
    is_state_conflict = True


@transaction.atomic
def give_penalty(
    entry: Entry, code: str, *, level: PenaltyLevel | None = None, reason: str, by: Actor, match: Match | None = None
) -> Penalty:
    """Give ``entry`` a penalty for the infraction ``code``, of the usual level unless ``level`` is given.

    A game loss or a harsher penalty is only requested, unless ``by`` may approve it. Raises UnknownInfractionError,
    NoReasonError, OwnPenaltyError or EventFinishedError.
    """
    require_reason(reason)
    event, now = lock_event(entry.event), timezone.now()
    infraction = find_infraction(code, event.catalogue)
    assert by.account is not None
    _refuse_own(entry, by)
    level = level or infraction.usual
    is_request = level.costs_a_game and not may_approve_penalties(event, by)
    penalty = Penalty(entry=entry, match=match, infraction=code, level=level, reason=reason, author=by.account, at=now)
    if not is_request:
        penalty.decided_by, penalty.approved_at = by.account, now
    penalty.save(force_insert=True)
    if not is_request:
        _take_effect(penalty, by=by)
    _record(penalty, "penalty_requested" if is_request else "penalty_given", reason=reason, by=by, now=now)
    return penalty


@transaction.atomic
def approve_penalty(penalty: Penalty, *, by: Actor) -> Penalty:
    """Approve a requested penalty.

    Raises Http404 if ``by`` may not approve penalties, OwnPenaltyError, PenaltyDecidedError or EventFinishedError.
    """
    _decide(penalty, "approved_at", by=by)
    _take_effect(penalty, by=by)
    _record(penalty, "penalty_approved", reason="", by=by, now=penalty.approved_at)
    return penalty


@transaction.atomic
def refuse_penalty(penalty: Penalty, *, reason: str, by: Actor) -> Penalty:
    """Refuse a requested penalty. Raises NoReasonError and the errors of `approve_penalty`."""
    require_reason(reason)
    _decide(penalty, "refused_at", by=by)
    _record(penalty, "penalty_refused", reason=reason, by=by, now=penalty.refused_at)
    return penalty


@transaction.atomic
def withdraw_penalty(penalty: Penalty, *, reason: str, by: Actor) -> Penalty:
    """Withdraw a penalty or a request, as if it had never been given; the log keeps both entries.

    A game that was ended by the penalty stays ended, and another one starts. The judge who gave the penalty, and those
    who may approve penalties, can withdraw it; raises Http404 for others. Raises NoReasonError, OwnPenaltyError,
    PenaltyDecidedError or EventFinishedError.
    """
    require_reason(reason)
    event, now = lock_event(penalty.entry.event), timezone.now()
    if by.account != penalty.author and not may_approve_penalties(event, by):
        raise Http404
    _refuse_own(penalty.entry, by)
    if not Penalty.objects.filter(pk=penalty.pk, withdrawn_at=None, refused_at=None).update(withdrawn_at=now):
        raise PenaltyDecidedError
    penalty.refresh_from_db()
    _undo_disqualification(penalty)
    _record(penalty, "penalty_withdrawn", reason=reason, by=by, now=now)
    if penalty.counting_match and event.play == Event.Play.ONLINE:
        continue_match(penalty.counting_match)
    return penalty


def assign_pending_losses(event: Event, matches: QuerySet[Match]) -> None:
    """Assign pending game losses to the players' ``matches``, which begin now, in the caller's transaction."""
    pending = Penalty.objects.filter(
        Q(counts_in=None) | Q(counts_in__round__cancelled_at__isnull=False),
        entry__event=event,
        level__in=GAME_LOSS_LEVELS,
        approved_at__isnull=False,
        withdrawn_at=None,
    )
    for penalty in pending:
        match = matches.filter(_matches_of_entry(penalty.entry), kind=Match.Kind.PLAYED).first()
        Penalty.objects.filter(pk=penalty.pk).update(counts_in=match)


def _take_effect(penalty: Penalty, *, by: Actor) -> None:
    """Assign a game loss to the player's running match, if any, and apply a disqualification."""
    if penalty.level not in GAME_LOSS_LEVELS:
        return
    penalty.counts_in = _running_match(penalty.entry)
    penalty.save(update_fields=["counts_in"])
    if penalty.level == PenaltyLevel.DISQUALIFICATION:
        _set_disqualified(penalty.entry, penalty.approved_at)
        leave_draft(penalty.entry, by=by)


def _undo_disqualification(penalty: Penalty) -> None:
    """Readmit a player whose only disqualification was withdrawn."""
    approved = Penalty.objects.filter(
        entry=penalty.entry, level=PenaltyLevel.DISQUALIFICATION, approved_at__isnull=False
    )
    if penalty.level == PenaltyLevel.DISQUALIFICATION and not approved.filter(withdrawn_at=None).exists():
        _set_disqualified(penalty.entry, None)
        if penalty.entry.is_playing:
            mark_missed_rounds(penalty.entry)


def _set_disqualified(entry: Entry, at: datetime | None) -> None:
    entry.disqualified_at = at
    entry.save(update_fields=["disqualified_at"])
    hub.reauthorize(entry.account_id)


def _running_match(entry: Entry) -> Match | None:
    """Return the match in which a loss of ``entry`` counts now; None if it waits for the next one.

    This is the last match if it has no final result by reports and is not lost by the player's own penalties.
    """
    matches = Match.objects.filter(_matches_of_entry(entry), kind=Match.Kind.PLAYED, round__published_at__isnull=False)
    last = matches.select_related("round").order_by("round__number").last()
    if last is None or agreement_of(match_statements(last)).is_final:
        return None
    own = [loss for loss in match_losses(last) if (loss.side is MatchSide.A) == (entry == last.a)]
    return None if is_decided_by_losses(own) else last


def _matches_of_entry(entry: Entry) -> Q:
    return Q(a=entry) | Q(b=entry)


def _decide(penalty: Penalty, field: str, *, by: Actor) -> None:
    event, now = lock_event(penalty.entry.event), timezone.now()
    if not may_approve_penalties(event, by):
        raise Http404
    _refuse_own(penalty.entry, by)
    pending = Penalty.objects.filter(pk=penalty.pk, approved_at=None, refused_at=None, withdrawn_at=None)
    decision: dict[str, Any] = {field: now, "decided_by": by.account}
    if not pending.update(**decision):
        raise PenaltyDecidedError
    penalty.refresh_from_db()


def _refuse_own(entry: Entry, by: Actor) -> None:
    if entry.account == by.account:
        raise OwnPenaltyError


def _record(penalty: Penalty, action: str, *, reason: str, by: Actor, now: datetime | None) -> None:
    infraction = penalty.infraction if penalty.infraction in INFRACTIONS else penalty.infraction_words
    after = {"penalty": penalty.pk, "name": penalty.entry.name, "infraction": infraction}
    after |= {"level": penalty.level, "asked_by": penalty.author.handle}
    append_entry(
        penalty.entry.event.desk_stream, action, author=by.account, role=by.role, after=after, reason=reason, at=now
    )
    if match := penalty.counting_match:
        _record_loss(penalty, match, by=by, now=now)
    if penalty.approved_at:  # the player is not notified of a request
        player = penalty.entry.account.stream
        append_entry(player, action, author=by.account, role=by.role, after=after, reason=reason, at=now)


def _record_loss(penalty: Penalty, match: Match, *, by: Actor, now: datetime | None) -> None:
    """Log at the table that a loss counts or no longer counts; only the player's own stream has the reason."""
    after = {"name": penalty.entry.name, "level": penalty.level, "round": match.round.number, "table": match.label}
    action = "loss_withdrawn" if penalty.withdrawn_at else "loss_counts"
    append_entry(match.stream, action, author=by.account, role=by.role, after=after, at=now)
