"""The JSON renderer of the API."""

from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder

OPTIONS = orjson.OPT_NON_STR_KEYS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS


class OrjsonRenderer(JSONRenderer):
    """Render JSON with orjson; use json for integers over 64 bits and for indented output."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        if data is None:
            return b""
        if self.get_indent(accepted_media_type or "", renderer_context or {}) is None:
            try:
                return orjson.dumps(data, default=JSONEncoder().default, option=OPTIONS)
            except TypeError:
                pass
        return bytes(super().render(data, accepted_media_type, renderer_context))
