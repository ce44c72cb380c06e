"""Judge calls: open, claim, escalate and resolve."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from drafting.models import Seat
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account
from gameplay.services.corrections import require_reason
from tournaments.models import Call, Event, Match
from tournaments.selectors.penalties import may_approve_penalties
from tournaments.selectors.roles import Actor
from tournaments.services.match import extend_match
from tournaments.services.notices import notify_call_claimed, notify_judges

EXTENSION_REASON = "judge_call"
"""The code of an extension's reason in the log; tournaments.sentences has its text."""


class CallTakenError(RulesError):
    """Another judge has claimed this call; ``details`` gives their name."""

    code = "call_taken"
    sentence = _("{name} has already taken this call.")
    is_state_conflict = True


class ForHeadJudgeError(RulesError):
    """The call is an appeal or was escalated, and the judge is not the head judge."""

    code = "for_head_judge"
    sentence = _("Only the head judge can answer this call.")


@transaction.atomic
def call_judge_to_table(match: Match, *, by: Actor, category: str, text: str = "") -> Call:
    """Call a judge to the table of ``match`` and return the call.

    If the same player has an open call of the same category, that call is returned. An appeal goes to the head judge.
    """
    key = {"match": match, "author": by.account, "category": category}
    after = {"category": category, "table": match.label}
    values = {"text": text, "escalated_at": timezone.now() if category == Call.Category.APPEAL else None}
    return _get_or_create_call(match.round.event, key, values, by=by, after=after)


@transaction.atomic
def call_judge_to_seat(seat: Seat, *, by: Actor, category: str) -> Call:
    """Call a judge to a seat of a pod and return the call (DRF-2.4).

    If the seat has an open call, that call is returned. Raises Http404 if the pod belongs to no event.
    """
    event = get_object_or_404(Event, pods__pod=seat.pod_id)
    after = {"category": category, "pod": seat.pod.label, "seat": seat.number + 1}
    return _get_or_create_call(event, {"seat": seat}, {"author": by.account, "category": category}, by=by, after=after)


def _get_or_create_call(
    event: Event, key: Mapping[str, Any], values: Mapping[str, Any], *, by: Actor, after: Mapping[str, object]
) -> Call:
    """Return the open call with the fields of ``key``; create it with ``values`` if there is none."""
    assert by.account is not None
    defaults = {**values, "event": event, "at": timezone.now()}
    call, created = event.calls.get_or_create(**key, resolved_at=None, defaults=defaults)
    if created:
        _record(call, "judge_called", by=by, after=after)
        notify_judges(call)
    return call


@transaction.atomic
def claim_call(call: Call, *, by: Actor) -> Call:
    """Claim a call for ``by``; if two judges try simultaneously, one succeeds.

    Raises CallTakenError, ForHeadJudgeError.
    """
    _refuse_escalated(call, by)
    now = timezone.now()
    if not Call.objects.filter(pk=call.pk, claimed_by=None).update(claimed_by=by.account, claimed_at=now):
        holder = Account.objects.get(pk=Call.objects.values_list("claimed_by").get(pk=call.pk)[0])
        if holder != by.account:
            raise CallTakenError(name=holder.handle)
    _record(call, "call_claimed", by=by, after={"name": call.author_name})
    notify_call_claimed(call)
    call.refresh_from_db()
    return call


@transaction.atomic
def escalate_call(call: Call, *, by: Actor) -> Call:
    """Pass a call on to the head judge; a judge who had claimed it no longer has it."""
    changes = {"escalated_at": timezone.now(), "claimed_by": None, "claimed_at": None}
    escalated = Call.objects.filter(pk=call.pk, resolved_at=None, escalated_at=None).update(**changes)
    call.refresh_from_db()
    if escalated:
        _record(call, "call_escalated", by=by, after={"name": call.author_name})
        notify_judges(call)
    return call


@transaction.atomic
def resolve_call(call: Call, *, by: Actor, minutes: int = 0, ruling: str = "") -> Call:
    """Resolve a call with a ``ruling``, and extend its match by ``minutes``.

    The player who called reads the ruling; an appeal needs one. Raises ForHeadJudgeError, NoReasonError,
    NotPlayedError.
    """
    _refuse_escalated(call, by)
    if call.category == Call.Category.APPEAL:
        require_reason(ruling)
    if Call.objects.filter(pk=call.pk, resolved_at=None).update(resolved_at=timezone.now()):
        after = {"name": call.author_name, "match": str(call.match_id or "")}
        _record(call, "call_resolved", by=by, after=after, reason=ruling.strip())
        if minutes and call.match:
            extend_match(call.match, minutes, reason=EXTENSION_REASON, by=by)
    call.refresh_from_db()
    return call


def _refuse_escalated(call: Call, by: Actor) -> None:
    escalated = Call.objects.filter(pk=call.pk, escalated_at__isnull=False)
    if escalated.exists() and not may_approve_penalties(call.event, by):
        raise ForHeadJudgeError


def _record(call: Call, action: str, *, by: Actor, after: Mapping[str, object], reason: str = "") -> None:
    """Log a change of ``call`` for the desk and for the player who called; the player's page shows it."""
    for stream in (call.event.desk_stream, call.author.stream):
        append_entry(stream, action, author=by.account, role=by.role, after=after, reason=reason)
