"""Middleware: the language of a request.

A choice on the site, in a cookie, comes before the Accept-Language header. Programs without cookies, such as clients of
the API, choose by the header alone.
"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils.cache import patch_vary_headers


class LanguageMiddleware(LocaleMiddleware):
    """Django's middleware; it also tells caches that pages depend on the cookie."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response = super().process_response(request, response)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ("Cookie",))
        return response
