"""Middleware: Cache-Control: no-store by default."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase


class NoStoreMiddleware:
    """Forbid caching of every response for which the view sets no Cache-Control: it may hold private information."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response
