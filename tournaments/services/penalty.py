"""Penalties are given, asked for, approved or refused, and withdrawn. Each stands in the log of the desk; what counts
its player is told, too."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from gameplay.engine.errors import RulesError, _
from gameplay.log import record
from gameplay.services.corrections import refuse_silence
from tournaments.models import Entry, Match, Penalty
from tournaments.rules.infractions import CATALOGUE, Level
from tournaments.rules.penalties import OwnPenaltyError, infraction, needs_approval
from tournaments.selectors.penalties import may_approve
from tournaments.selectors.roles import Actor
from tournaments.services.event import hold


class DecidedError(RulesError):
    """Somebody else was faster."""

    code = "penalty_decided"
    sentence = _("This was decided already.")
    later = True


@transaction.atomic
def give(
    entry: Entry, code: str, *, level: Level | None = None, reason: str, by: Actor, match: Match | None = None
) -> Penalty:
    """Give ``entry`` a penalty for the infraction ``code``, of the usual level unless another one is named.

    What costs a game is a request, unless ``by`` may approve it.
    Raises UnknownInfractionError, NoReasonError, OwnPenaltyError or EventFinishedError.
    """
    refuse_silence(reason)
    event, now = hold(entry.event), timezone.now()
    what = infraction(code, event.catalogue)
    assert by.account is not None
    if entry.account_id == by.account.pk:
        raise OwnPenaltyError
    level = level or what.usual
    asked = needs_approval(level) and not may_approve(event, by)
    penalty = Penalty(entry=entry, match=match, infraction=code, level=level, reason=reason, author=by.account, at=now)
    if not asked:
        penalty.decided_by, penalty.approved_at = by.account, now
    penalty.save(force_insert=True)
    _record(penalty, "penalty_requested" if asked else "penalty_given", reason=reason, by=by, now=now)
    return penalty


@transaction.atomic
def approve(penalty: Penalty, *, by: Actor) -> Penalty:
    """Let a requested penalty count. Raises Http404 for who may not, DecidedError or EventFinishedError."""
    return _decide(penalty, "penalty_approved", "approved_at", by=by)


@transaction.atomic
def refuse_request(penalty: Penalty, *, reason: str, by: Actor) -> Penalty:
    """Do not give a requested penalty. Raises Http404 for who may not, NoReasonError, DecidedError or EventFinishedError."""
    refuse_silence(reason)
    return _decide(penalty, "penalty_refused", "refused_at", by=by, reason=reason)


@transaction.atomic
def withdraw(penalty: Penalty, *, reason: str, by: Actor) -> Penalty:
    """Take back a penalty, or a request, as if it had never been given; the log keeps both.

    Who gave it may, and who may approve: Http404 for others. Raises NoReasonError, DecidedError or EventFinishedError.
    """
    refuse_silence(reason)
    event, now = hold(penalty.entry.event), timezone.now()
    if by.account != penalty.author and not may_approve(event, by):
        raise Http404
    if not Penalty.objects.filter(pk=penalty.pk, withdrawn_at=None, refused_at=None).update(withdrawn_at=now):
        raise DecidedError
    penalty.refresh_from_db()
    _record(penalty, "penalty_withdrawn", reason=reason, by=by, now=now)
    return penalty


def _decide(penalty: Penalty, action: str, field: str, *, by: Actor, reason: str = "") -> Penalty:
    event, now = hold(penalty.entry.event), timezone.now()
    if not may_approve(event, by):
        raise Http404
    waiting = Penalty.objects.filter(pk=penalty.pk, approved_at=None, refused_at=None, withdrawn_at=None)
    decided: dict[str, Any] = {field: now, "decided_by": by.account}
    if not waiting.update(**decided):
        raise DecidedError
    penalty.refresh_from_db()
    _record(penalty, action, reason=reason, by=by, now=now)
    return penalty


def _record(penalty: Penalty, action: str, *, reason: str, by: Actor, now: datetime) -> None:
    what = penalty.infraction if penalty.infraction in CATALOGUE else penalty.words
    after = {"penalty": penalty.pk, "name": penalty.entry.name, "infraction": what}
    after |= {"level": penalty.level, "asked_by": penalty.author.handle}
    told = [penalty.entry.account.stream] if penalty.approved_at else []  # of a request its player hears nothing
    for stream in (penalty.entry.event.desk, *told):
        record(stream, action, author=by.account, role=by.role, after=after, reason=reason, at=now)
