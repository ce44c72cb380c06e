"""Responses of the event API."""

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from gameplay.api.idempotency import idempotent_response


def respond_once(
    request: Request, operation: Callable[[], Any], serializer_class: Any, *, status: int = 200
) -> Response:
    """Run ``operation`` idempotently, and respond with its result serialized by ``serializer_class``."""
    return idempotent_response(request, lambda: (status, serializer_class(operation()).data))
