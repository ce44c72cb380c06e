"""How the API authenticates and parses requests."""

from typing import Any

from rest_framework import authentication, exceptions, parsers
from rest_framework.request import Request

from cards.surrogates import SURROGATE_MESSAGE, find_lone_surrogate
from gameplay.engine.core.errors import UnreadableError


class CsrfFailed(exceptions.APIException):
    status_code = 403
    default_code = "csrf"
    default_detail = "csrf"


class SessionAuthentication(authentication.SessionAuthentication):
    """The browser's session, with its CSRF token. Who has none is told 401, not that something is forbidden."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise CsrfFailed from error


class JSONParser(parsers.JSONParser):
    """JSON, and an answer rather than a crash for what is nested without end, or holds text that nothing can write."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise exceptions.ParseError from error
        if (place := find_lone_surrogate(data)) is not None:
            raise UnreadableError(SURROGATE_MESSAGE, place=place)
        return data
