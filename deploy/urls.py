"""The URLs of the site.

An app's urls module holds its pages as ``urlpatterns`` and its API under /api/v1/ as ``api``.
"""

from importlib import import_module
from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from deploy.api_schema import ApiSchema
from deploy.monitoring.health import healthz

APP_URLS = [  # frequent URLs first: patterns are tried in order
    import_module(f"{app}.urls")
    for app in ("drafting", "gameplay", "tournaments", "cards", "operations")
    if find_spec(f"{app}.urls")
]
API_URLS: list[URLPattern] = [pattern for app in APP_URLS for pattern in getattr(app, "api", [])]


class ApiRoot(APIView):
    """The root of the API: links to everything that needs no id."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="root", responses={200: {"type": "object", "additionalProperties": {"type": "string"}}})
    def get(self, request: Request) -> Response:
        names = [pattern.name for pattern in API_URLS if pattern.name and not pattern.pattern.converters]
        places = {name: reverse(f"api:{name}", request=request) for name in names}
        return Response(places | {"schema": reverse("schema", request=request)})


urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("healthz/live", healthz, {"part": "live"}, name="healthz_live"),
    path("healthz/ready", healthz, {"part": "ready"}, name="healthz_ready"),
    path("api/schema/", ApiSchema.as_view(), name="schema"),
    path("api/v1/", include(([path("", ApiRoot.as_view(), name="root"), *API_URLS], "api"))),
    *(path("", include(app)) for app in APP_URLS),
]
handler400 = "deploy.refusals.bad_request"
handler403 = "deploy.refusals.not_found"
handler404 = "deploy.refusals.not_found"
handler500 = "deploy.refusals.server_error"
