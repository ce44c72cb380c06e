"""What is sent along to be judged, and not kept: records, logs, positions."""

from typing import Any, cast

from rest_framework import serializers
from rest_framework.request import Request

from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account


def sent_along(request: Request, shape: type[serializers.Serializer[Any]], what: str, *, most: int) -> dict[str, Any]:
    """Return what came in ``shape``; to judge it costs time, so each caller may ask ``most`` times a minute.

    Raises TooManyTriesError and ValidationError.
    """
    count_try(what, str(cast(Account, request.user).pk), most=most)
    data = shape(data=request.data)
    data.is_valid(raise_exception=True)
    return cast(dict[str, Any], data.validated_data)
