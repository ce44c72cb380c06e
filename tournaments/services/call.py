"""A judge is called, goes there, and is done."""

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

EXTENSION_REASON = "judge_call"
"""The reason of an extension, as the log keeps it: tournaments.sentences has its words."""


class CallTakenError(RulesError):
    """Another judge has this call; ``details`` gives their name."""

    code = "call_taken"
    sentence = _("Already taken by {name}.")
    is_state_conflict = True


class ForHeadJudgeError(RulesError):
    """An appeal, or a call that another judge has passed on."""

    code = "for_head_judge"
    sentence = _("This call is for the head judge.")


@transaction.atomic
def call_judge_to_table(match: Match, *, by: Actor, category: str, text: str = "") -> Call:
    """Ask for a judge at the table of ``match``; while the same player's call about the same is open, it is that call.

    An appeal goes to the head judge.
    """
    once = {"match": match, "author": by.account, "category": category}
    after = {"category": category, "table": match.label}
    others = {"text": text, "escalated_at": timezone.now() if category == Call.Category.APPEAL else None}
    return _get_or_create_call(match.round.event, once, others, by=by, after=after)


@transaction.atomic
def call_judge_to_seat(seat: Seat, *, by: Actor, category: str) -> Call:
    """Ask for a judge at a seat of a pod (DRF-2.4); while one is called there already, it is that call.

    Raises Http404 at a pod of no event.
    """
    event = get_object_or_404(Event, pods__pod=seat.pod_id)
    after = {"category": category, "pod": seat.pod.label, "seat": seat.number + 1}
    return _get_or_create_call(event, {"seat": seat}, {"author": by.account, "category": category}, by=by, after=after)


def _get_or_create_call(
    event: Event, once: Mapping[str, Any], others: Mapping[str, Any], *, by: Actor, after: Mapping[str, object]
) -> Call:
    """Return the open call that is ``once`` like that, a new one if there is none."""
    assert by.account is not None
    said = {**others, "event": event, "at": timezone.now()}
    call, made = event.calls.get_or_create(**once, resolved_at=None, defaults=said)
    if made:
        _record(call, "judge_called", by=by, after=after)
    return call


@transaction.atomic
def claim_call(call: Call, *, by: Actor) -> Call:
    """Take a call; of two judges at once, one does. Raises CallTakenError, ForHeadJudgeError."""
    _refuse_escalated(call, by)
    now = timezone.now()
    if not Call.objects.filter(pk=call.pk, claimed_by=None).update(claimed_by=by.account, claimed_at=now):
        holder = Account.objects.get(pk=Call.objects.values_list("claimed_by").get(pk=call.pk)[0])
        if holder != by.account:
            raise CallTakenError(name=holder.handle)
    _record(call, "call_claimed", by=by, after={"name": call.author.handle})
    call.refresh_from_db()
    return call


@transaction.atomic
def escalate_call(call: Call, *, by: Actor) -> Call:
    """Pass a call on to the head judge; who had taken it lets go of it."""
    passed_on = {"escalated_at": timezone.now(), "claimed_by": None, "claimed_at": None}
    if Call.objects.filter(pk=call.pk, resolved_at=None, escalated_at=None).update(**passed_on):
        _record(call, "call_escalated", by=by, after={"name": call.author.handle})
    call.refresh_from_db()
    return call


@transaction.atomic
def resolve_call(call: Call, *, by: Actor, minutes: int = 0, ruling: str = "") -> Call:
    """Note that a call is done with, and how it was ruled; its table gets so many ``minutes`` more.

    Who called reads the ruling; an appeal has one. Raises ForHeadJudgeError, NoReasonError, NotPlayedError.
    """
    _refuse_escalated(call, by)
    if call.category == Call.Category.APPEAL:
        require_reason(ruling)
    if Call.objects.filter(pk=call.pk, resolved_at=None).update(resolved_at=timezone.now()):
        after = {"name": call.author.handle, "match": str(call.match_id or "")}
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
    """Tell the desk what has become of ``call``, and who called: their page shows it."""
    for stream in (call.event.desk_stream, call.author.stream):
        append_entry(stream, action, author=by.account, role=by.role, after=after, reason=reason)
