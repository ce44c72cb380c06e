"""Authentication and parsing of API requests."""

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
    """Authenticate by the browser's session and CSRF token. A request without a session gets 401, not 403."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise CsrfFailed from error


class JSONParser(parsers.JSONParser):
    """Parse JSON. Refuse input that is nested too deeply or holds text that cannot be encoded."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise exceptions.ParseError from error
        if (place := find_lone_surrogate(data)) is not None:
            raise UnreadableError(SURROGATE_MESSAGE, place=place)
        return data
