"""Conditional requests: a page that has not changed is answered with 304, without its content."""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language

from gameplay.infrastructure.circuit_breaker import redis_circuit
from tournaments.views.waiting import is_awaited


def conditional_page(request: HttpRequest, context: dict[str, Any], render: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the page that ``render`` makes, or 304 without calling it if the browser has its current version.

    ``context`` has ``live``, the positions of the streams that the page shows or its data, and ``role``, as in
    `event_page_context`. The page may depend only on these, the user, and their language, theme and session. The header
    Server-Timing has the time of the response, because the content may be an older copy; clock.js reads it.
    """
    if len(get_messages(request)):  # shown only once
        return render()
    response = get_conditional_response(request, etag=_entity_tag(request, context)) or render()
    response.headers["ETag"] = _entity_tag(request, context)  # again: a first visit creates a CSRF secret
    patch_cache_control(response, private=True, no_cache=True)
    response.headers["Server-Timing"] = f'now;desc="{timezone.now().isoformat()}"'
    return response


def _entity_tag(request: HttpRequest, context: dict[str, Any]) -> str:
    parts = (
        request.get_full_path(),
        context["live"],
        context["role"],
        request.user.pk,
        getattr(request.user, "handle", ""),
        get_language(),
        request.COOKIES.get("theme", ""),
        is_awaited(request),  # of the mark in the header
        request.META.get("CSRF_COOKIE", ""),  # of the tokens in the page's forms
        bool(request.headers.get("HX-Request")),
        redis_circuit.is_open,
        templates_version(),
    )
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


@cache
def templates_version() -> float:
    """Return the time of the last change of a template or a catalogue: after an update of the site, pages are new."""
    folders = (settings.BASE_DIR / "templates", *map(Path, settings.LOCALE_PATHS))
    return max(path.stat().st_mtime for folder in folders for path in folder.rglob("*.*"))
