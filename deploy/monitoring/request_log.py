"""Middleware: give each request an id, count it, and log it in one line.

The line names the route, never the path: a path may contain the token of a link. Ids of events, pods, games and
matches come from the route, and are also in all other lines that the request causes.
"""

import time
import uuid
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, unbind_contextvars

from deploy.monitoring.logs import request_logger
from deploy.monitoring.request_ids import HEADER, META_KEY, request_id
from deploy.server.wsgi_bridge import RECEIVED_KEY
from gameplay.infrastructure import metrics

logger = request_logger(level=settings.LOG_LEVEL, plain=settings.LOG_FORMAT == "plain")
LOGGED_PARAMETERS = {"pod_id": "pod_id", "game_id": "game_id", "match_id": "match_id", "slug": "event_slug"}
"""The parameters of routes that are logged, and their names in the log. Others may be tokens."""
STATIC_FILE, NO_ROUTE = "static file", "no route"


class RequestLogMiddleware:
    """The outermost middleware: it sees every request and the final response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        received = request.META.get(RECEIVED_KEY) or time.monotonic()
        identity = request_id(request.META.get(META_KEY, ""), proxies=settings.TRUSTED_PROXIES)
        actions = metrics.track_acknowledgements()
        bind_contextvars(request_id=identity)
        response = self.get_response(request)
        response.headers[HEADER] = identity
        account = getattr(request, "_cached_user", None)  # unset if nothing has read the session
        account_id = account.pk if account else None
        method, status = request.method or "", response.status_code
        log_request(method, _route(request), status, received=received, actions=actions, account_id=account_id)
        unbind_contextvars("request_id", *LOGGED_PARAMETERS.values())
        return response

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]) -> None:
        """Add the ids in the route to all following log lines of this request."""
        for name in kwargs.keys() & LOGGED_PARAMETERS:
            bind_contextvars(**{LOGGED_PARAMETERS[name]: str(kwargs[name])})

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        metrics.count_error(error)


def _route(request: HttpRequest) -> str:
    """Return the pattern of the URL, such as "pod/<uuid:pod_id>/draft"."""
    if match := request.resolver_match:
        return match.route or "/"
    return STATIC_FILE if request.path.startswith(settings.STATIC_URL) else NO_ROUTE


def log_request(
    method: str, route: str, status: int, *, received: float, actions: set[str], account_id: uuid.UUID | None
) -> None:
    """Count and log a request that was ``received`` at that time of the monotonic clock and is answered now."""
    seconds = time.monotonic() - received
    metrics.count_request(method, route, status, seconds, actions)
    fields = {"account_id": str(account_id)} if account_id else {}
    log = logger.debug if route == STATIC_FILE else logger.info
    log("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1), **fields)
