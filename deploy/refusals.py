"""Error responses: the same refusals as JSON under /api/, and as pages or parts of pages elsewhere.

    400  unreadable                   the request cannot be understood
    401  sign_in                      the request is not authenticated
    403  csrf                         the request does not come from one of our pages
    404  not_found                    unknown or not visible to the account, without saying which
    408  too_slow                     the request did not arrive in time
    409  the rule's own code          the state does not allow it now
    413  too_large
    422  the rule's own code          never allowed
    429  too_many_tries
    500  error
    503  busy                         too many requests at the moment
    503  database_away, disk_full     an outage; nothing is wrong with the request

A body is {"code", "clause", "detail", "field", "details"}; where several faults were found, those of the first and
all of them as "faults".
"""

import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render, resolve_url
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language_from_request, gettext
from django_htmx.http import HttpResponseClientRedirect
from rest_framework import exceptions
from rest_framework.response import Response

from deploy import outages
from deploy.outages import is_htmx
from deploy.server.wsgi_bridge import BODY_REFUSAL_KEY
from gameplay.api.authentication import CsrfFailed
from gameplay.engine.core.errors import RulesError, UnreadableError, _, translated
from gameplay.infrastructure.refusals import RulesErrorGroup, errors_of
from gameplay.infrastructure.throttle import TooManyTriesError
from gameplay.infrastructure.typed_input import MistypedError

Body = dict[str, Any]
GetResponse = Callable[[HttpRequest], HttpResponse]

COMPACT_JSON = {"separators": (",", ":"), "ensure_ascii": False}
SENTENCES = {
    "unreadable": _("This request cannot be understood."),
    "sign_in": _("Sign in first."),
    "csrf": _("This page was open for too long, or the request came from another site. Reload the page and try again."),
    "not_found": _("This page does not exist, or you may not see it."),
    "too_large": _("This is too large. Send less data."),
    "too_slow": _("This took too long to arrive. Check your connection and send it again."),
    "busy": _("The site is busy. Wait a few seconds, then try again."),
    "error": _("Something went wrong on our side. Nothing was changed; try again."),
    **outages.SENTENCES,
}

FAILURE_RESPONSES: tuple[tuple[tuple[type[Exception], ...], str, int], ...] = (
    ((exceptions.ParseError,), "unreadable", 400),
    ((exceptions.NotAuthenticated, exceptions.AuthenticationFailed), "sign_in", 401),
    ((CsrfFailed,), "csrf", 403),
    ((Http404, exceptions.NotFound, PermissionDenied, exceptions.PermissionDenied), "not_found", 404),
    ((RequestDataTooBig,), "too_large", 413),
)


UNREAD_BODY_STATUSES = {"too_slow": 408, "too_large": 413, "busy": 503}
"""The statuses of requests whose body was not read (deploy.server.request_bodies)."""


def refusal_status(refusal: RulesError | RulesErrorGroup) -> int:
    """Return 429 for too many attempts, 409 if only the current state forbids the action, else 422."""
    if isinstance(refusal, TooManyTriesError):
        return 429
    return 409 if refusal.is_state_conflict else 422


def refusal_body(refusal: RulesError | RulesErrorGroup) -> Body:
    """Return ``refusal`` as JSON, with its sentences in the current language."""
    faults = [_fault_body(error) for error in errors_of(refusal)]
    return faults[0] | ({"faults": faults} if isinstance(refusal, RulesErrorGroup) else {})


def _fault_body(error: RulesError) -> Body:
    return {
        "code": error.code,
        "clause": error.clause,
        "detail": error.text(gettext),
        "field": error.field,
        "details": {name: translated(detail, str) for name, detail in error.details.items()},
    }


def _plain_body(code: str, *, clause: str = "", detail: str = "", field: str = "", details: Body | None = None) -> Body:
    sentence = detail or gettext(SENTENCES[code])
    return {"code": code, "clause": clause, "detail": sentence, "field": field, "details": details or {}}


def api_refusal(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the response to an exception of an API view; None for a bug. (settings.REST_FRAMEWORK)"""
    if isinstance(error, RulesError | RulesErrorGroup):
        return Response(refusal_body(error), status=refusal_status(error), headers=_headers(error))
    if isinstance(error, UnreadableError):
        return Response(_unreadable(error), status=400)
    if isinstance(error, exceptions.ValidationError):
        return Response(_unreadable_fields(error), status=400)
    for kinds, code, status in FAILURE_RESPONSES:
        if isinstance(error, kinds):
            return Response(_plain_body(code), status=status)
    if isinstance(error, exceptions.APIException):
        return Response(_plain_body(error.default_code, detail=str(error.detail)), status=error.status_code)
    return None


def _unreadable(error: UnreadableError) -> Body:
    details = {"place": error.place} if error.place else {}
    return _plain_body("unreadable", clause=error.clause, detail=error.text(gettext), details=details)


def _unreadable_page_fault(error: UnreadableError) -> Body:
    """Return ``error`` for a page: what to type instead. Other errors only occur if the form itself is broken."""
    detail = error.reason_text(gettext) if isinstance(error, MistypedError) else ""
    return _plain_body("unreadable", clause=error.clause, detail=detail, field=error.place)


def _unreadable_fields(error: exceptions.ValidationError) -> Body:
    details = error.detail if isinstance(error.detail, dict) else {"": error.detail}
    field = next(iter(details), "")
    return _plain_body("unreadable", field=field, details=details)


def _headers(refusal: RulesError | RulesErrorGroup) -> dict[str, str]:
    return {"Retry-After": str(refusal.details["seconds"])} if isinstance(refusal, TooManyTriesError) else {}


class RefusalMiddleware:
    """Show refusals of page views: as a part of the page to htmx, otherwise as a page."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Lead a page whose session has ended to the sign-in page, and from there back to itself."""
        response = self.get_response(request)
        sign_in, htmx = resolve_url(settings.LOGIN_URL), getattr(request, "htmx", None)
        if htmx and response.status_code == 302 and response["Location"].partition("?")[0] == sign_in:
            page = urlencode({REDIRECT_FIELD_NAME: htmx.current_url_abs_path or "/"})
            return HttpResponseClientRedirect(f"{sign_in}?{page}")
        return response

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> None:
        """Raise BadRequest for a URL or a form with a null character, which PostgreSQL cannot store."""
        forms = [request.GET] if request.path.startswith("/api/") else [request.GET, request.POST]
        if "\0" in request.path or any(
            "\0" in value for form in forms for _name, given in form.lists() for value in given
        ):
            raise BadRequest

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, RulesError | RulesErrorGroup):
            faults = [_fault_body(fault) for fault in errors_of(error)]
            return _refusal_page(request, faults, refusal_status(error), headers=_headers(error))
        if isinstance(error, UnreadableError):
            return _refusal_page(request, [_unreadable_page_fault(error)], 400)
        return None


class BodyLimitMiddleware:
    """Refuse a request whose body was not read (deploy.server.wsgi_bridge) or is larger than settings.BODY_LIMIT."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        code = request.META.get(BODY_REFUSAL_KEY, "")
        if not code and length.isdigit() and int(length) > settings.BODY_LIMIT:
            code = "too_large"
        return _unread_body_response(request, code) if code else self.get_response(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return _failure_response(request, "too_large", 413)
    return _failure_response(request, "unreadable", 400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404, also for forbidden objects: their existence is not revealed."""
    return _failure_response(request, "not_found", 404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _failure_response(request, "csrf", 403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 during an outage of the database, and 500 to a bug. Django calls this while it handles the error."""
    code = outages.outage_code(sys.exc_info()[1])
    if not code:
        return _failure_response(request, "error", 500)
    outages.discard_broken_connections()
    body = _plain_body(code)
    response: HttpResponse
    if request.path.startswith("/api/"):
        response = JsonResponse(body, status=503, json_dumps_params=COMPACT_JSON)
    else:
        response = outages.outage_page(request, body)
    response["Retry-After"] = str(outages.RETRY_SECONDS)
    return response


def _failure_response(request: HttpRequest, code: str, status: int) -> HttpResponse:
    body = _plain_body(code)
    if request.path.startswith("/api/"):
        return JsonResponse(body, status=status, json_dumps_params=COMPACT_JSON)
    if is_htmx(request):
        return render(None, "errors/refused.html", {"faults": [body]}, status=status)
    if status == 500:
        # The cause may fail again here, so this page uses no request, account or database.
        return render(None, "deploy/500.html", {"fault": body, "csrf_token": get_token(request)}, status=500)
    return render(request, f"deploy/{status}.html", {"fault": body}, status=status)


def _unread_body_response(request: HttpRequest, code: str) -> HttpResponse:
    """Return the response to a request that no other middleware has seen, in the language of the request.

    The page has no form to change the language, because there is no CSRF token for it yet.
    """
    status, language = UNREAD_BODY_STATUSES[code], get_language_from_request(request)
    with translation.override(language):
        body = _plain_body(code)
        response: HttpResponse
        if request.path.startswith("/api/"):
            response = JsonResponse(body, status=status, json_dumps_params=COMPACT_JSON)
        elif is_htmx(request):
            response = render(None, "errors/refused.html", {"faults": [body]}, status=status)
        else:
            response = render(None, f"deploy/{status}.html", {"fault": body}, status=status)
    response.headers["Content-Language"] = language
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


def _refusal_page(
    request: HttpRequest, faults: list[Body], status: int, *, headers: dict[str, str] | None = None
) -> HttpResponse:
    template = "errors/refused.html" if getattr(request, "htmx", False) else "deploy/refused.html"
    response = render(request, template, {"faults": faults, "return_url": _form_url(request)}, status=status)
    for name, value in (headers or {}).items():
        response[name] = value
    return response


def _form_url(request: HttpRequest) -> str:
    """Return the page of this site from which a form was sent, "" for any other."""
    referrer = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(referrer, {request.get_host()}, require_https=request.is_secure())
    return referrer if ours and request.method == "POST" else ""
