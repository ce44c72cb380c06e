"""Parts of the page of an online game, answered with a third of Django's middleware: choices, and what they change.

While games are played, most requests are of this kind. Only scripts of this site can send them, because of the header
HX-Request, and browsers never show their responses as pages. So they need no headers for that, no messages and no
session besides its account. The views, the check for CSRF and the refusals are those of all pages. A request without a
valid session, or with a body that was not read, is left to the application of all pages.
"""

import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.handlers.exception import convert_exception_to_response
from django.core.handlers.wsgi import WSGIHandler
from django.db import DatabaseError, close_old_connections
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.module_loading import import_string

from deploy.server.wsgi_bridge import BODY_REFUSAL_KEY
from gameplay.infrastructure.held_sessions import account_of_cookies
from gameplay.models import Account

Environ = dict[str, Any]
StartResponse = Callable[..., Any]

PATH = re.compile(r"/game/[0-9a-f-]{36}(/people)?")
MIDDLEWARE = [
    "deploy.monitoring.request_log.RequestLogMiddleware",
    "deploy.server.game_parts.PartMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "deploy.reference_cycles.HtmxMiddleware",
    "deploy.refusals.RefusalMiddleware",
]
ACCOUNT_KEY = "passleft.account"
"""The key in the environ for the account of the session."""


class GameParts:
    """Answer requests for parts of games, and have the WSGI application ``app`` answer all other requests."""

    def __init__(self, app: Callable[[Environ, StartResponse], Any]) -> None:
        self._app, self._handler = app, PartHandler()

    def __call__(self, environ: Environ, start_response: StartResponse) -> Any:
        account = account_for_part(environ)
        if account is None:
            return self._app(environ, start_response)
        return self._handler(environ | {ACCOUNT_KEY: account}, start_response)


def account_for_part(environ: Environ) -> Account | None:
    """Return the signed-in account that requests a part of a game; None for all other requests."""
    if environ.get("HTTP_HX_REQUEST") != "true" or not PATH.fullmatch(environ["PATH_INFO"]):
        return None
    if BODY_REFUSAL_KEY in environ or int(environ.get("CONTENT_LENGTH") or 0) > settings.BODY_LIMIT:
        return None
    try:
        close_old_connections()
        return account_of_cookies(environ.get("HTTP_COOKIE", ""))
    except DatabaseError:  # the outage is shown as on all pages
        return None


class PartHandler(WSGIHandler):
    """Django's handler with `MIDDLEWARE` instead of settings.MIDDLEWARE, for which Django has no parameter."""

    _view_middleware: list[Any]
    _template_response_middleware: list[Any]
    _exception_middleware: list[Any]

    def load_middleware(self, is_async: bool = False) -> None:
        self._view_middleware, self._template_response_middleware, self._exception_middleware = [], [], []
        chain = convert_exception_to_response(self._get_response)  # type: ignore[attr-defined]
        for path in reversed(MIDDLEWARE):
            middleware = import_string(path)(chain)
            if hasattr(middleware, "process_view"):
                self._view_middleware.insert(0, middleware.process_view)
            if hasattr(middleware, "process_exception"):
                self._exception_middleware.append(middleware.process_exception)
            chain = convert_exception_to_response(middleware)
        self._middleware_chain = chain


class PartMiddleware:
    """Do for a part what other middleware does for a page: the account, the language, and the headers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # The log of requests reads the second one, as it does not want to read a session.
        request.user = request._cached_user = request.META[ACCOUNT_KEY]  # type: ignore[attr-defined]
        request.LANGUAGE_CODE = translation.get_language_from_request(request)
        translation.activate(request.LANGUAGE_CODE)
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["Content-Language"] = request.LANGUAGE_CODE
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
