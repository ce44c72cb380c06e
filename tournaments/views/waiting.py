"""The mark of the link to *My event*: whether an event waits for the user."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tournaments.selectors.waiting import waiting_slug

ATTRIBUTE = "waiting_event_slug"


def is_awaited(request: HttpRequest) -> bool:
    """Return whether an event waits for the user. Makes one query for each request at most."""
    if not hasattr(request, ATTRIBUTE):
        setattr(request, ATTRIBUTE, waiting_slug(getattr(request, "user", None)))
    return bool(getattr(request, ATTRIBUTE))


def waiting_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context of every page: ``waits``, evaluated by the header of signed-in users only."""
    return {"waits": SimpleLazyObject(lambda: is_awaited(request))}
