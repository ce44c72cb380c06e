"""What the API asks of every request, and says in its description of every operation."""

from typing import Any

from drf_spectacular.authentication import SessionScheme
from rest_framework import authentication, exceptions, parsers
from rest_framework.request import Request

from cards.surrogates import REASON, lone_surrogate
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


class SessionAuthenticationScheme(SessionScheme):
    target_class = "deploy.api.SessionAuthentication"


class JSONParser(parsers.JSONParser):
    """JSON, and an answer rather than a crash for what is nested without end, or holds text that nothing can write."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise exceptions.ParseError from error
        if (place := lone_surrogate(data)) is not None:
            raise UnreadableError(REASON, place=place)
        return data


FAULT: dict[str, Any] = {
    "type": "object",
    "description": "Why not: a code for programs, the clause of the rules, a sentence for people.",
    "required": ["code", "clause", "detail", "field", "details"],
    "properties": {
        "code": {"type": "string"},
        "clause": {"type": "string"},
        "detail": {"type": "string"},
        "field": {"type": "string"},
        "details": {"type": "object", "additionalProperties": True},
        "faults": {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
    },
}
ALWAYS = {"400": "Unreadable.", "401": "Sign in first.", "404": "Unknown, or not yours."}
ON_CHANGE = {
    "403": "Not from one of our pages.",
    "409": "Right at another moment.",
    "413": "Too large.",
    "415": "Not JSON.",
    "422": "Never right.",
    "429": "Too many tries.",
}


def describe_refusals(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add to each operation the refusals that deploy.refusals may answer. (settings.SPECTACULAR_SETTINGS)"""
    result.setdefault("components", {}).setdefault("schemas", {})["Fault"] = FAULT
    for path in result["paths"].values():
        for method, operation in path.items():
            refusals = ALWAYS if method == "get" else ALWAYS | ON_CHANGE
            for status, description in refusals.items():
                operation["responses"].setdefault(status, _response(description))
    return result


def _response(description: str) -> dict[str, Any]:
    return {
        "description": description,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}},
    }
