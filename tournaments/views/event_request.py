"""Helpers of views: the event of a URL, the context of its pages, and values from forms."""

from typing import Any
from urllib.parse import urlsplit

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.character_width import half_width
from gameplay.infrastructure.handles import normalize_login
from gameplay.infrastructure.typed_input import MistypedError, typed_number
from gameplay.selectors.live import LiveStreams, live_streams
from tournaments.models import Event
from tournaments.selectors.days import day_break
from tournaments.selectors.endings import cancellation_entry
from tournaments.selectors.event_state import event_state
from tournaments.selectors.progress import day_steps, event_phase
from tournaments.selectors.roles import STAFF_ROLES, Actor, actor_for, may_see_event, role_in


def visible_event(request: HttpRequest, slug: str) -> Event:
    """Return the event ``slug``. Raise Http404 if it is unknown or not visible to the user."""
    event = get_object_or_404(Event, slug=slug)
    if not may_see_event(event, request.user):
        raise Http404
    return event


def event_page_context(request: HttpRequest, event: Event, page: str) -> dict[str, Any]:
    """Return the context of every page of ``event``. ``page`` is its name in the event's navigation."""
    now, as_of = event_phase(event), timezone.now()
    found = day_break(event, load_labels=lambda each: event_state(each).load_open_labels(each))
    role = role_in(event, request.user)
    return {
        "event": event,
        "page": page,
        "role": role,
        "staff": role in STAFF_ROLES,
        "phase": now,
        "steps": day_steps(event, now),
        "as_of": as_of,
        "rehearsal": event.rehearsal,
        "cancelled": cancellation_entry(event),
        "day_break": found,
        "is_before_start": found is not None and found.is_before_start(as_of),
    }


def follow_streams(event: Event, *streams: str) -> LiveStreams:
    """Return the positions of ``streams``, then reload ``event``, so that it is at least as new. Two queries."""
    found = live_streams(*streams)
    event.refresh_from_db()
    return found


def refresh_spread(players: int) -> int:
    """Return the milliseconds over which the pages of an event with this number of ``players`` spread a refresh."""
    return 1500 + 10 * players


def posted_number(request: HttpRequest, field: str, *, default: int | None = None) -> int:
    """Return a whole number from the form. Raise MistypedError if it is not a number."""
    return typed_number(request.POST, field, default=default)


def posted_player(request: HttpRequest, field: str, players: QuerySet[Any]) -> int:
    """Return the number of one of the ``players``, or teams, from the form, which has their number or name.

    Raise MistypedError for a name that not exactly one of them has.
    """
    typed = request.POST.get(field, "").strip()
    if not typed or half_width(typed).isdecimal():
        return posted_number(request, field)
    wanted = normalize_login(typed)
    found = [number for number, name in players.values_list("number", "name") if normalize_login(name) == wanted]
    if not found:
        raise MistypedError(_("No player here has this name. Enter a number or a full name."), place=field)
    if len(found) > 1:
        raise MistypedError(_("Several players have this name. Enter the number."), place=field)
    return int(found[0])


def event_and_actor(request: HttpRequest, slug: str, operation: str) -> tuple[Event, Actor]:
    """Return the event, and the user with their role in it. Raise Http404 if ``operation`` is not permitted."""
    event = get_object_or_404(Event, slug=slug)
    return event, actor_for(operation, event, request.user)


def posted_minutes(request: HttpRequest) -> int:
    """Return the minutes from the form. Raise MistypedError unless they are 1 to 99."""
    minutes = posted_number(request, "minutes")
    if not 0 < minutes < 100:
        raise MistypedError(_("Enter 1 to 99 minutes."), place="minutes")
    return minutes


def posted_reason(request: HttpRequest) -> str:
    """Return the reason from the form, cut to the length of the log; "" without a reason."""
    return request.POST.get("reason", "").strip()[:200]


def posted_reading(request: HttpRequest) -> str:
    """Return the reading of a name from the form, cut to the length of its field; "" without one."""
    return request.POST.get("reading", "").strip()[:80]


def redirect_to_desk(request: HttpRequest, event: Event) -> HttpResponse:
    """Redirect to the desk, or to the players at the desk if the form was sent there."""
    return _redirect_back(request, reverse("manage", args=[event.slug]), reverse("roster", args=[event.slug]))


def redirect_to_judge(request: HttpRequest, event: Event) -> HttpResponse:
    """Redirect to the judge's page."""
    return _redirect_back(request, reverse("judge", args=[event.slug]))


def _redirect_back(request: HttpRequest, *pages: str) -> HttpResponse:
    """Redirect to the one of ``pages`` from which the form was sent, as it was shown: with the search and the page.

    The first one is the default.
    """
    sent_from = urlsplit(request.META.get("HTTP_REFERER", ""))
    if sent_from.path not in pages:
        return redirect(pages[0])
    return redirect(f"{sent_from.path}?{sent_from.query}" if sent_from.query else sent_from.path)
