"""Access checks of the event API."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from tournaments.models import Event
from tournaments.selectors.roles import Actor, actor_for, may_see_event


def visible_event(request: Request, slug: str) -> Event:
    """Return the event with this ``slug``. Raises Http404 if the caller may not see it."""
    event = get_object_or_404(Event, slug=slug)
    if not may_see_event(event, request.user):
        raise Http404
    return event


def event_and_actor(request: Request, slug: str, operation: str) -> tuple[Event, Actor]:
    """Return the event and the caller as an actor in it. Raises Http404 if the caller may not do ``operation``."""
    event = get_object_or_404(Event, slug=slug)
    return event, actor_for(operation, event, request.user)
