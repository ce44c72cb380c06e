"""Reading of requests, for the API views of all apps."""

from typing import Any, cast

from rest_framework import serializers
from rest_framework.request import Request

from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account


def account_of(request: Request) -> Account:
    """Return the account of a caller who is signed in."""
    return cast(Account, request.user)


def validated_data(request: Request, serializer_class: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """Return the data of the request, validated by ``serializer_class``. Raises ValidationError."""
    serializer = serializer_class(data=request.data)
    serializer.is_valid(raise_exception=True)
    return cast("dict[str, Any]", serializer.validated_data)


def validated_data_with_limit(
    request: Request, serializer_class: type[serializers.Serializer[Any]], action: str, *, limit: int
) -> dict[str, Any]:
    """Return the data of the request like `validated_data`, for work that takes CPU time.

    Each account may send ``limit`` requests for ``action`` a minute. Raises TooManyTriesError or ValidationError.
    """
    count_try(action, str(account_of(request).pk), limit=limit)
    return validated_data(request, serializer_class)
