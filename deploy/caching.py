"""What people are told is theirs."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase


class NoStoreMiddleware:
    """Nobody keeps an answer, unless its view says how long it may be kept: it may show what is another's to see later."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response
