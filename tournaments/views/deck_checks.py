"""Deck checks: who is checked, and a deck to be laid beside its list; for judges who do not play."""

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
    """Show whose decks can be checked, or take one: at random, by a player's name, or both of a table."""
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
    """Show a deck beside its list; note what is found, say what became of it, give its match the time."""
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
            raise UnreadableError(f"{other!r:.40}", place="chosen")


def _act(request: HttpRequest, check: DeckCheck, by: Actor) -> None:
    """Note all that the form says, and if the check is to end, end it then: what was said stays if that is refused."""
    sent = request.POST
    if sent.get("do") == "time":
        checks.extend_checked_match(check, posted_minutes(request), by=by)
        return
    result = sent.get("result", "")
    if result not in DeckCheck.Result.values:
        raise UnreadableError(f"{result!r:.40}", place="result")
    meant = {"result": result, "reason": sent.get("reason", "")[:200]}
    checks.note_found_cards(check, sent.getlist("found"), others=sent.get("others", ""), **meant, by=by)
    if sent.get("do") == "finish":
        checks.finish_check(check, **meant, by=by)
