"""Parses and throttles the input of stateless endpoints: records, logs and positions."""

from typing import Any, cast

from rest_framework import serializers
from rest_framework.request import Request

from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account


def parse_stateless_input(
    request: Request, serializer_class: type[serializers.Serializer[Any]], action: str, *, limit: int
) -> dict[str, Any]:
    """Return the request's data as ``serializer_class`` validates it.

    The work that follows takes CPU time, so each account may send ``limit`` requests for ``action`` a minute.
    Raise TooManyTriesError or ValidationError.
    """
    count_try(action, str(cast(Account, request.user).pk), limit=limit)
    data = serializer_class(data=request.data)
    data.is_valid(raise_exception=True)
    return cast(dict[str, Any], data.validated_data)
