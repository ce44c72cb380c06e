"""The Idempotency-Key header, for API views that change something."""

from collections.abc import Callable
from typing import Any, cast

from django.db import transaction
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from gameplay.infrastructure.idempotency import replay_or_run, request_fingerprint
from gameplay.models import Account

HEADER = "Idempotency-Key"
MAX_KEY_LENGTH = 200  # characters


def idempotent_response(request: Request, func: Callable[[], tuple[int, Any]]) -> Response:
    """Run ``act``, which returns a status and a body, in one transaction; with a key, only the first time.

    A repeat carries the header Idempotency-Replayed. Raises KeyReusedError if the key came with another request.
    """
    key = request.headers.get(HEADER, "")
    if not key:
        with transaction.atomic():
            status, body = func()
        return Response(body, status=status)
    if len(key) > MAX_KEY_LENGTH or not key.isprintable():
        raise ValidationError({HEADER: [f"1-{MAX_KEY_LENGTH}"]})
    print_of = request_fingerprint(str(request.method), request.get_full_path(), request.data)
    answered = replay_or_run(cast(Account, request.user), key, print_of, func)
    headers = {"Idempotency-Replayed": "true"} if answered.replayed else None
    return Response(answered.body, status=answered.status, headers=headers)
