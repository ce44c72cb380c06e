"""Authentication of API requests."""

from rest_framework import authentication, exceptions
from rest_framework.request import Request


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
