"""Penalties of a player, for judges, and the event's catalogue of infractions."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from gameplay.engine.core.errors import UnreadableError
from tournaments.models import Entry, Event, Match, Penalty
from tournaments.rules.infractions import CATEGORY_NAMES, LEVEL_NAMES, InfractionCategory, PenaltyLevel
from tournaments.selectors.penalties import (
    event_penalties,
    infractions_of_category,
    may_approve_penalties,
    penalty_history,
    penalty_options,
)
from tournaments.selectors.roles import PERMISSIONS, Actor, actor_for
from tournaments.services import infractions as catalogue
from tournaments.services import penalty as penalties
from tournaments.views.event_request import event_and_actor, event_page_context


@never_cache
@require_http_methods(["GET", "POST"])
def player_penalties(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a player's penalties, with a suggested level for each category, and give a penalty."""
    event, by = event_and_actor(request, slug, "judge")
    entry = get_object_or_404(event.entries.select_related("event", "account"), number=number)
    if request.method == "POST":
        data, level = request.POST, _level(request.POST.get("level", ""))
        match = _match(entry, request.GET.get("match", ""))
        reason = data.get("reason", "").strip()[:500]
        penalties.give_penalty(entry, data.get("infraction", ""), level=level, reason=reason, by=by, match=match)
        return redirect(request.get_full_path())
    context = event_page_context(request, event, "judge")
    given = penalty_history(entry)
    context |= {
        "entry": entry,
        "given": given,
        "choices": penalty_options(given, context["phase"], event.catalogue),
        "levels": LEVEL_NAMES,
        "deciding": may_approve_penalties(event, by),
        "own": entry.account == by.account,
    }
    return render(request, "tournaments/player.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def infractions(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event's catalogue of infractions. Those who run the event set usual penalties and add infractions."""
    event, by = event_and_actor(request, slug, "judge" if request.method == "GET" else "run")
    if request.method == "POST":
        _edit(request, event, by)
        return redirect("event_infractions", slug)
    context = event_page_context(request, event, "judge") | {
        "categories": [
            (code, words, infractions_of_category(event.catalogue, code)) for code, words in CATEGORY_NAMES.items()
        ],
        "levels": LEVEL_NAMES,
        "editing": by.role in PERMISSIONS["run"] and not event.finished_at,
    }
    return render(request, "tournaments/infractions.html", context)


def _edit(request: HttpRequest, event: Event, by: Actor) -> None:
    """Carry out a form of the catalogue. Raise UnreadableError for an unknown action, category or level."""
    match request.POST.get("do"):
        case "usual":
            posted = {code: request.POST.get(f"usual-{code}") for code in event.catalogue}
            levels = {code: _level(level) for code, level in posted.items() if level is not None}
            catalogue.set_usual_penalties(event, levels, by=by)
        case "add":
            category, level = request.POST.get("category", ""), _level(request.POST.get("usual", ""))
            if category not in CATEGORY_NAMES or level is None:
                raise UnreadableError(f"{category!r:.40} is unknown", place="category")
            catalogue.add_infraction(event, InfractionCategory(category), request.POST.get("words", ""), level, by=by)
        case other:
            raise UnreadableError(f"{other!r:.40} is unknown", place="do")


@require_POST
def decide_penalty(request: HttpRequest, slug: str, penalty_id: int) -> HttpResponse:
    """Approve or refuse a requested penalty, or withdraw one."""
    event = get_object_or_404(Event, slug=slug)
    by = actor_for("judge", event, request.user)
    penalty: Penalty = get_object_or_404(event_penalties(event), pk=penalty_id)
    reason = request.POST.get("reason", "").strip()[:200]
    acts: dict[str, Any] = {
        "approve": lambda: penalties.approve_penalty(penalty, by=by),
        "refuse": lambda: penalties.refuse_penalty(penalty, reason=reason, by=by),
        "withdraw": lambda: penalties.withdraw_penalty(penalty, reason=reason, by=by),
    }
    act = acts.get(request.POST.get("do", ""))
    if act is None:
        raise UnreadableError("is unknown", place="do")
    act()
    return redirect("judge_player", slug, penalty.entry.number)


def _level(written: str) -> PenaltyLevel | None:
    """Return the level from a form, None for the usual one. Raise UnreadableError for an unknown level."""
    try:
        return PenaltyLevel(written) if written else None
    except ValueError as error:
        raise UnreadableError(f"{written!r:.40} is unknown", place="level") from error


def _match(entry: Entry, written: str) -> Match | None:
    """Return the match of ``entry`` from the query string. Raise Http404 for a match without them."""
    if not written:
        return None
    try:
        found = Match.objects.filter(pk=UUID(written), round__event=entry.event_id).first()
    except ValueError as error:
        raise Http404 from error
    if found is None or entry.pk not in (found.a_id, found.b_id):
        raise Http404
    return found
