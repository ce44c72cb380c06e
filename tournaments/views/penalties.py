"""A judge's sheet of one player: what they were given in this event, and giving more."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from gameplay.engine.errors import UnreadableError
from tournaments.models import Entry, Event, Match, Penalty
from tournaments.rules.infractions import LEVELS, Level
from tournaments.selectors.penalties import choices, history, may_approve, of_event
from tournaments.selectors.roles import actor_for
from tournaments.services import penalty as penalties
from tournaments.views.reading import at_desk, shown


@never_cache
@require_http_methods(["GET", "POST"])
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what a player was given, by category what that suggests, and give a penalty."""
    event, by = at_desk(request, slug, "judge")
    entry = get_object_or_404(event.entries.select_related("event", "account"), number=number)
    if request.method == "POST":
        asked, level = request.POST, _level(request.POST.get("level", ""))
        match = _match(entry, request.GET.get("match", ""))
        reason = asked.get("reason", "").strip()[:500]
        penalties.give(entry, asked.get("infraction", ""), level=level, reason=reason, by=by, match=match)
        return redirect(request.get_full_path())
    context = shown(request, event, "judge")
    given = history(entry)
    context |= {
        "entry": entry,
        "given": given,
        "choices": choices(given, context["phase"]),
        "levels": LEVELS,
        "deciding": may_approve(event, by),
        "own": entry.account == by.account,
    }
    return render(request, "tournaments/player.html", context)


@require_POST
def decide(request: HttpRequest, slug: str, penalty_id: int) -> HttpResponse:
    """Approve or refuse a penalty that was asked for, or withdraw one."""
    event = get_object_or_404(Event, slug=slug)
    by = actor_for("judge", event, request.user)
    penalty: Penalty = get_object_or_404(of_event(event), pk=penalty_id)
    reason = request.POST.get("reason", "").strip()[:200]
    acts: dict[str, Any] = {
        "approve": lambda: penalties.approve(penalty, by=by),
        "refuse": lambda: penalties.refuse_request(penalty, reason=reason, by=by),
        "withdraw": lambda: penalties.withdraw(penalty, reason=reason, by=by),
    }
    act = acts.get(request.POST.get("do", ""))
    if act is None:
        raise UnreadableError("unknown", place="do")
    act()
    return redirect("judge_player", slug, penalty.entry.number)


def _level(written: str) -> Level | None:
    """Return the level that a form names, None for the usual one. Raises UnreadableError."""
    try:
        return Level(written) if written else None
    except ValueError as error:
        raise UnreadableError(f"{written!r:.40}", place="level") from error


def _match(entry: Entry, written: str) -> Match | None:
    """Return the match of ``entry`` that an address names. Raises Http404 for one that is not theirs."""
    if not written:
        return None
    try:
        found = Match.objects.filter(pk=UUID(written), round__event=entry.event_id).first()
    except ValueError as error:
        raise Http404 from error
    if found is None or entry.pk not in (found.a_id, found.b_id):
        raise Http404
    return found
