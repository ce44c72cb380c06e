"""The Idempotency-Key header, for API views that change something."""

from collections.abc import Callable
from typing import Any, cast

from django.db import transaction
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from gameplay.infrastructure.idempotency import fingerprint, once
from gameplay.models import Account

HEADER = "Idempotency-Key"
LONGEST = 200  # characters


def answer_once(request: Request, act: Callable[[], tuple[int, Any]]) -> Response:
    """Run ``act``, which returns a status and a body, in one transaction; with a key, only the first time.

    A repeat carries the header Idempotency-Replayed. Raises KeyReusedError if the key came with another request.
    """
    key = request.headers.get(HEADER, "")
    if not key:
        with transaction.atomic():
            status, body = act()
        return Response(body, status=status)
    if len(key) > LONGEST or not key.isprintable():
        raise ValidationError({HEADER: [f"1-{LONGEST}"]})
    print_of = fingerprint(str(request.method), request.get_full_path(), request.data)
    answered = once(cast(Account, request.user), key, print_of, act)
    headers = {"Idempotency-Replayed": "true"} if answered.repeated else None
    return Response(answered.body, status=answered.status, headers=headers)
