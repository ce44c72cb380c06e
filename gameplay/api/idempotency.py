"""The Idempotency-Key header, for API views that change something."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from gameplay.api.requests import account_of
from gameplay.infrastructure.idempotency import replay_or_run, request_fingerprint

HEADER = "Idempotency-Key"
MAX_KEY_LENGTH = 200  # characters


def idempotent_response(request: Request, func: Callable[[], tuple[int, Any]]) -> Response:
    """Run ``func``, which returns a status and a body, in one transaction. With a key, run it only the first time.

    A repeated response has the header Idempotency-Replayed. Raises KeyReusedError if the key belongs to another
    request.
    """
    key = request.headers.get(HEADER, "")
    if not key:
        with transaction.atomic():
            status, body = func()
        return Response(body, status=status)
    if len(key) > MAX_KEY_LENGTH or not key.isprintable():
        raise ValidationError({HEADER: [f"1-{MAX_KEY_LENGTH}"]})
    fingerprint = request_fingerprint(str(request.method), request.get_full_path(), request.data)
    response = replay_or_run(account_of(request), key, fingerprint, func)
    headers = {"Idempotency-Replayed": "true"} if response.replayed else None
    return Response(response.body, status=response.status, headers=headers)
