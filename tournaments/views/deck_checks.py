"""Deck checks: choosing decks, and comparing a deck with its list. Only for judges who do not play."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.engine.core.errors import UnreadableError
from tournaments.models import DeckCheck, Event
from tournaments.selectors.constructed_decks import editable_lists
from tournaments.selectors.deck_checks import check_candidates, check_coverage, check_sheet
from tournaments.selectors.roles import Actor
from tournaments.services import deck_check as checks
from tournaments.views.event_request import event_page_context, posted_minutes, posted_number


@never_cache
@require_http_methods(["GET", "POST"])
def deck_checks(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the decks that can be checked, or start a check: at random, by player, or both decks of a table."""
    event = get_object_or_404(Event, slug=slug)
    by = checks.deck_checker(event, request.user)
    if request.method == "POST":
        check = _start(request, event, by)
        return redirect("deck_check", slug, check.number)
    found = check_candidates(event)
    tables = sorted({each.match.table for each in found if each.match and each.match.table})
    context = {"candidates": found, "coverage": check_coverage(found), "tables": tables, "lists": editable_lists(event)}
    return render(request, "tournaments/deck_checks.html", context | event_page_context(request, event, "judge"))


@never_cache
@require_http_methods(["GET", "POST"])
def deck_check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a deck check; save the cards found and the result, or give its match the extra time."""
    event = get_object_or_404(Event, slug=slug)
    by = checks.deck_checker(event, request.user)
    check = get_object_or_404(event.deck_checks.select_related("entry", "event", "match__a", "judge"), number=number)
    if request.method == "POST":
        _act(request, check, by)
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponse(status=204)
        return redirect(f"{reverse('deck_check', args=[slug, number])}#result")
    checks.log_check_view(check, by=by)
    now = timezone.now()
    sheet = check_sheet(check, get_language() or "en", now=now)
    beside = event.deck_checks.filter(match=check.match, ended_at=None).exclude(pk=check.pk) if check.match else None
    context = {"check": check, "sheet": sheet, "now": now, "results": DeckCheck.Result.choices, "beside": beside}
    return render(request, "tournaments/deck_check.html", context | event_page_context(request, event, "judge"))


def _start(request: HttpRequest, event: Event, by: Actor) -> DeckCheck:
    match request.POST.get("chosen", ""):
        case "random":
            return checks.start_random_check(event, by=by)
        case "player":
            return checks.start_player_check(event, posted_number(request, "number"), by=by)
        case "table":
            return checks.start_table_checks(event, posted_number(request, "table"), by=by)[0]
        case other:
            raise UnreadableError(f"{other!r:.40} is unknown", place="chosen")


def _act(request: HttpRequest, check: DeckCheck, by: Actor) -> None:
    """Save the form, then finish the check if requested. What was saved stays if finishing is refused."""
    data = request.POST
    if data.get("do") == "time":
        checks.extend_checked_match(check, posted_minutes(request), by=by)
        return
    result = data.get("result", "")
    if result not in DeckCheck.Result.values:
        raise UnreadableError(f"{result!r:.40} is unknown", place="result")
    outcome = {"result": result, "reason": data.get("reason", "")[:200]}
    checks.note_found_cards(check, data.getlist("found"), others=data.get("others", ""), **outcome, by=by)
    if data.get("do") == "finish":
        checks.finish_check(check, **outcome, by=by)
