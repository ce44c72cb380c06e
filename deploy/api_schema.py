"""The description of the API at /api/schema/. Each process builds it once for each format and language."""

from functools import lru_cache
from threading import Lock
from typing import Any, cast

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language, override
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

from gameplay.api import openapi  # noqa: F401  registers extensions of drf-spectacular

_BUILDING = Lock()


class ApiSchema(SpectacularAPIView):
    """The description as drf-spectacular builds it, which takes a second of CPU time or more."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        media_type, language = request.accepted_renderer.media_type, request.query_params.get("lang", "")
        if language not in dict(settings.LANGUAGES):
            language = get_language() or settings.LANGUAGE_CODE
        with _BUILDING:  # several requests wait for one to build it
            content = _schema_document(media_type, language)
        name = self._get_filename(request, None)
        return HttpResponse(
            content, content_type=media_type, headers={"Content-Disposition": f'inline; filename="{name}"'}
        )


@lru_cache(maxsize=64)
def _schema_document(media_type: str, language: str) -> bytes:
    renderer = next(each() for each in ApiSchema.renderer_classes if each.media_type == media_type)
    with override(language):
        schema = ApiSchema.generator_class().get_schema(request=None, public=True)
        return cast(bytes, renderer.render(schema, media_type, renderer_context={}))
