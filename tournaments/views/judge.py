"""The judge's page, and the actions on judge calls."""

from typing import cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from drafting.selectors.access import acting_seat_of
from gameplay.engine.core.errors import UnreadableError
from gameplay.models import Account
from tournaments.models import Call, Event
from tournaments.selectors.calls import open_calls
from tournaments.selectors.deck_checks import decks_to_check
from tournaments.selectors.desk import MAX_PODS_FOLLOWED, pod_monitors
from tournaments.selectors.matches import seat_call_context
from tournaments.selectors.pairings import newest_published_round
from tournaments.selectors.penalties import may_approve_penalties, penalty_requests
from tournaments.selectors.roles import Actor, actor_for
from tournaments.selectors.roster import in_reading_order
from tournaments.services import call as calls
from tournaments.views.event_request import event_page_context, follow_streams, posted_minutes


@never_cache
@require_safe
def judge_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show open calls, drafting pods, and the tables without a result by the time at which they end."""
    event = get_object_or_404(Event, slug=slug)
    by = actor_for("judge", event, request.user)
    following = follow_streams(event, event.stream, event.desk_stream)
    drafting = event.pods.filter(pod__closed_at=None).values_list("pod_id", flat=True)[:MAX_PODS_FOLLOWED]
    context = {"live": following.with_streams(*[f"pod/{pod}" for pod in drafting])} | event_page_context(
        request, event, "judge"
    )
    newest = newest_published_round(event)
    now = timezone.now()
    context |= {
        "calls": open_calls(event, now),
        "requests": penalty_requests(event),
        **decks_to_check(event),
        "deciding": may_approve_penalties(event, by),
        "judge": True,
        "entries": in_reading_order(event.entries.all()),
        "pods": pod_monitors(event, for_staff=True, only_open=True),
        "round": newest.round if newest else None,
        "tables": newest.tables_by_end if newest else [],
        "latest": newest.last_table if newest else None,
        "now": now,
    }
    return render(request, "tournaments/judge.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def call_to_seat(request: HttpRequest, pod_id: UUID) -> HttpResponse:
    """Call a judge to the user's seat in a pod. Raise Http404 if the user has no seat there.

    htmx requests get the state of the call.
    """
    seat = acting_seat_of(request.user, pod_id)
    if request.htmx:  # type: ignore[attr-defined]
        return render(
            request, "drafting/parts/call.html", {"call": seat_call_context(seat.pod, cast(Account, request.user))}
        )
    if request.method == "GET":
        return redirect("deck", pod_id)
    category = request.POST.get("category", "")
    if category not in Call.POD_CATEGORIES:
        raise UnreadableError(f"{category!r:.40} is unknown", place="category")
    calls.call_judge_to_seat(seat, by=Actor(cast(Account, request.user), "player"), category=category)
    return redirect("deck", pod_id)


@require_POST
def claim_call(request: HttpRequest, slug: str, call_id: int) -> HttpResponse:
    """Claim a call."""
    event = get_object_or_404(Event, slug=slug)
    by = actor_for("judge", event, request.user)
    calls.claim_call(get_object_or_404(event.calls, pk=call_id), by=by)
    return redirect("judge", slug)


@require_POST
def escalate_call(request: HttpRequest, slug: str, call_id: int) -> HttpResponse:
    """Escalate a call to the head judge."""
    event = get_object_or_404(Event, slug=slug)
    by = actor_for("judge", event, request.user)
    calls.escalate_call(get_object_or_404(event.calls, pk=call_id), by=by)
    return redirect("judge", slug)


@require_POST
def resolve_call(request: HttpRequest, slug: str, call_id: int) -> HttpResponse:
    """Resolve a call, and give its table the posted extra time."""
    event = get_object_or_404(Event, slug=slug)
    by = actor_for("judge", event, request.user)
    minutes = posted_minutes(request) if request.POST.get("minutes") else 0
    call, ruling = get_object_or_404(event.calls, pk=call_id), request.POST.get("ruling", "")[:500]
    calls.resolve_call(call, by=by, minutes=minutes, ruling=ruling)
    return redirect("judge", slug)
