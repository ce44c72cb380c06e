"""What pages are asked for: events that the reader may see, and numbers out of forms."""

from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone

from gameplay.engine.errors import UnreadableError
from tournaments.models import Event
from tournaments.selectors.progress import phase, steps
from tournaments.selectors.roles import STAFF, may_see, role_in


def event_for(request: HttpRequest, slug: str) -> Event:
    """Return the event called ``slug``. Raises Http404 for one that is unknown or not for the reader."""
    event = get_object_or_404(Event, slug=slug)
    if not may_see(event, request.user):
        raise Http404
    return event


def shown(request: HttpRequest, event: Event, page: str) -> dict[str, Any]:
    """Return what every page of ``event`` shows; ``page`` is its name in the event's navigation."""
    now = phase(event)
    role = role_in(event, request.user)
    return {
        "event": event,
        "page": page,
        "role": role,
        "staff": role in STAFF,
        "phase": now,
        "steps": steps(event, now),
        "as_of": timezone.now(),
        "rehearsal": event.rehearsal,
    }


def number_in(request: HttpRequest, field: str, *, default: int | None = None) -> int:
    """Return a whole number from the form. Raises UnreadableError if it is none."""
    text = request.POST.get(field, "")
    if not text and default is not None:
        return default
    try:
        return int(text)
    except ValueError as error:
        raise UnreadableError(f"{text!r:.40}", place=field) from error
