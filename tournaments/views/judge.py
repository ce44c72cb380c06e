"""The judge's page, and the actions on judge calls."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from drafting.selectors.access import acting_seat_of
from gameplay.engine.core.errors import UnreadableError
from gameplay.models import Account
from tournaments.models import Call, Entry, Event
from tournaments.selectors.deck_checks import decks_to_check
from tournaments.selectors.desk import pod_streams_to_follow
from tournaments.selectors.event_state import event_state
from tournaments.selectors.matches import seat_call_context
from tournaments.selectors.penalties import may_approve_penalties, penalty_requests
from tournaments.selectors.roles import Actor, actor_for
from tournaments.selectors.roster import in_reading_order
from tournaments.selectors.round_work import newest_round_work
from tournaments.services import call as calls
from tournaments.views.event_request import event_page_context, follow_streams, posted_minutes, redirect_to_judge
from tournaments.views.list_pages import list_query
from tournaments.views.pod_lists import pod_page, shown_monitors
from tournaments.views.work_lists import ROWS, call_queue, judge_tables, urgent_rows, work_roster


@never_cache
@require_safe
def judge_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show open calls, drafting pods, and the tables without a result by the time at which they end."""
    event = get_object_or_404(Event, slug=slug)
    by = actor_for("judge", event, request.user)
    following = follow_streams(event, event.stream, event.desk_stream)
    following = following.with_streams(*pod_streams_to_follow(event))
    context = {"live": following} | event_page_context(request, event, "judge")
    now = timezone.now()
    context |= _tables_and_players(request, event, now)
    shown_pods = pod_page(request, event, only_open=True)
    context |= call_queue(request, event, context["players"])
    context |= {
        "requests": urgent_rows(request, penalty_requests(event), players=context["players"]),
        **decks_to_check(event),
        "deciding": may_approve_penalties(event, by),
        "judge": True,
        "pods": shown_monitors(event, shown_pods),
        "shown_pods": shown_pods,
        "now": now,
    }
    return render(request, "tournaments/judge.html", context)


def _tables_and_players(request: HttpRequest, event: Event, now: datetime) -> dict[str, Any]:
    """Return the tables and players. If they are many, one search finds both, and players are shown only by it."""
    work, total = newest_round_work(event, state=event_state(event)), event.entries.count()
    tables = judge_tables(request, work, now) if work else None
    is_long = total > ROWS or (tables is not None and tables.page.is_long)
    query = tables.page.query if tables else list_query(request, total=total, size=ROWS)
    if not is_long:
        entries: Sequence[Entry] = in_reading_order(event.entries.all())
    else:
        entries = work_roster(request, event).entries if query.search else []
    return {"work": work, "tables": tables, "query": query, "is_long": is_long, "entries": entries, "players": total}


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
    return redirect_to_judge(request, event)


@require_POST
def escalate_call(request: HttpRequest, slug: str, call_id: int) -> HttpResponse:
    """Escalate a call to the head judge."""
    event = get_object_or_404(Event, slug=slug)
    by = actor_for("judge", event, request.user)
    calls.escalate_call(get_object_or_404(event.calls, pk=call_id), by=by)
    return redirect_to_judge(request, event)


@require_POST
def resolve_call(request: HttpRequest, slug: str, call_id: int) -> HttpResponse:
    """Resolve a call, and give its table the posted extra time."""
    event = get_object_or_404(Event, slug=slug)
    by = actor_for("judge", event, request.user)
    minutes = posted_minutes(request) if request.POST.get("minutes") else 0
    call, ruling = get_object_or_404(event.calls, pk=call_id), request.POST.get("ruling", "")[:500]
    calls.resolve_call(call, by=by, minutes=minutes, ruling=ruling)
    return redirect_to_judge(request, event)
