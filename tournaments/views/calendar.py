"""The public calendar of events, and its entries for calendar programs."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page as answer_unchanged
from django.views.decorators.http import require_safe

from gameplay.games import RULESETS
from tournaments.models import Event
from tournaments.selectors.calendar import EVENTS_PER_PAGE, calendar_rows, load_calendar_events, row_matches
from tournaments.selectors.calendar_feed import feed_events, icalendar_file
from tournaments.views.conditional import conditional_page
from tournaments.views.event_request import visible_event
from tournaments.views.list_pages import list_page, list_query

CONTENT_TYPE = "text/calendar; charset=utf-8"


@require_safe
def calendar_page(request: HttpRequest) -> HttpResponse:
    """Show the public events of all games or of one: upcoming ones first, then running and past ones."""
    game = _game(request)
    rows = calendar_rows(timezone.now(), game=game)
    query = list_query(request, total=len(rows), size=EVENTS_PER_PAGE, game=game)
    shown = list_page(rows, query, matches=lambda row: row_matches(row, query.wanted), size=EVENTS_PER_PAGE)
    events = load_calendar_events(shown.rows)

    def respond() -> HttpResponse:
        context: dict[str, Any] = {"events": events, "shown": shown, "query": query, "game": game}
        return render(request, "tournaments/calendar.html", context | {"games": RULESETS.values()})

    return conditional_page(request, {"live": (events, shown.numbers, shown.found), "role": ""}, respond)


@answer_unchanged
@cache_control(public=True, no_cache=True)
@require_safe
def calendar_feed(request: HttpRequest) -> HttpResponse:
    """Download the coming and recent public events of all games, or of one, to subscribe to."""
    return _icalendar(request, feed_events(timezone.now(), game=_game(request)), name="events")


@answer_unchanged
@require_safe
def event_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Download one event. Raise Http404 if it has no start."""
    event = visible_event(request, slug)
    if event.starts_at is None:
        raise Http404
    response = _icalendar(request, [event], name=event.slug)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _game(request: HttpRequest) -> str:
    """Return the game in the query string, "" for an unknown one or none."""
    game = request.GET.get("game", "")
    return game if game in RULESETS else ""


def _icalendar(request: HttpRequest, events: list[Event], *, name: str) -> HttpResponse:
    content = icalendar_file(events, url_of=lambda event: request.build_absolute_uri(event.get_absolute_url()))
    response = HttpResponse(content, content_type=CONTENT_TYPE)
    response["Content-Disposition"] = f'inline; filename="{name}.ics"'
    return response
