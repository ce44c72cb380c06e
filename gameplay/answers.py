"""Requests sent twice are carried out once: the repeat gets the first answer."""

import hashlib
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction

from gameplay.engine.errors import RulesError, _
from gameplay.models import Account, Answer


class Answered(NamedTuple):
    """A status of HTTP, the body as JSON, and whether it was answered before."""

    status: int
    body: Any
    repeated: bool = False


class KeyReusedError(RulesError):
    """The same key came with another request."""

    code = "key_reused"
    sentence = _("This key already belongs to another request. Send each request with a key of its own.")
    field = "Idempotency-Key"


def once(account: Account, key: str, fingerprint: str, act: Callable[[], tuple[int, Any]]) -> Answered:
    """Run ``act``, which returns a status and a body, in one transaction with its stored answer; or repeat that.

    Of several at once the first acts and the others wait for its answer. What ``act`` raises undoes everything
    and stores nothing, so that the same request may be right later. Two queries beside those of ``act``.
    Raises KeyReusedError if ``key`` came with another ``fingerprint``.
    """
    try:
        with transaction.atomic():
            answer = Answer.objects.create(account=account, key=key, fingerprint=fingerprint, status=0)
            status, body = act()
            answer.status, answer.body = status, _plain(body)
            answer.save(update_fields=["status", "body"])
            return Answered(status, answer.body)
    except IntegrityError:
        first = Answer.objects.filter(account=account, key=key).first()
        if first is None:  # it was act that the database refused
            raise
    if first.fingerprint != fingerprint:
        raise KeyReusedError
    return Answered(first.status, first.body, repeated=True)


def fingerprint(method: str, path: str, data: Any) -> str:
    """Return what tells one request from another: SHA-256, in hex, over its method, path and content."""
    text = json.dumps([method, path, data], sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(body: Any) -> Any:
    """Return ``body`` as the repeat will read it, so that both answers are the same."""
    return json.loads(json.dumps(body, cls=DjangoJSONEncoder))
