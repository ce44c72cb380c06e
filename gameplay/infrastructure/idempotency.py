"""Idempotent requests: one that is sent twice under the same key is carried out once, and the repeat gets the first response.

A response may hold a token, such as the link that signs a substitute in, and the client that lost the response needs
that token. So the stored body is encrypted with a key derived from the site's secret and the client's own key, and of
the client's key only a digest is stored: neither the database alone nor the database with the site's secret gives the
token away, provided that clients choose keys that cannot be guessed.
"""

import base64
import hashlib
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from cryptography.fernet import Fernet
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.codes import digest
from gameplay.models import Account, Answer


class IdempotentResponse(NamedTuple):
    """A status of HTTP, the body as JSON, and whether it was answered before."""

    status: int
    body: Any
    replayed: bool = False


class KeyReusedError(RulesError):
    """The same key came with another request."""

    code = "key_reused"
    sentence = _("This key already belongs to another request. Send each request with a key of its own.")
    field = "Idempotency-Key"


def replay_or_run(
    account: Account, key: str, fingerprint: str, func: Callable[[], tuple[int, Any]]
) -> IdempotentResponse:
    """Run ``act``, which returns a status and a body, in one transaction with its stored answer; or repeat that.

    Of several at once the first acts and the others wait for its answer. What ``act`` raises undoes everything
    and stores nothing, so that the same request may be right later. Two queries beside those of ``act``.
    Raises KeyReusedError if ``key`` came with another ``fingerprint``.
    """
    try:
        with transaction.atomic():
            answer = Answer.objects.create(account=account, key=key_digest(key), fingerprint=fingerprint, status=0)
            status, body = func()
            plain = json.dumps(body, cls=DjangoJSONEncoder)
            answer.status, answer.body = status, _cipher(account, key).encrypt(plain.encode())
            answer.save(update_fields=["status", "body"])
            return IdempotentResponse(status, json.loads(plain))  # as the repeat will read it
    except IntegrityError:
        first = Answer.objects.filter(account=account, key=key_digest(key)).first()
        if first is None:  # it was act that the database refused
            raise
    if first.fingerprint != fingerprint:
        raise KeyReusedError
    return IdempotentResponse(
        first.status, json.loads(_cipher(account, key).decrypt(bytes(first.body or b""))), replayed=True
    )


def request_fingerprint(method: str, path: str, data: Any) -> str:
    """Return what tells one request from another: SHA-256, in hex, over its method, path and content."""
    text = json.dumps([method, path, data], sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()


def key_digest(key: str) -> str:
    """Return the digest under which the response to a request with ``key`` is stored."""
    return digest("answer", key)


def _cipher(account: Account, key: str) -> Fernet:
    derived = salted_hmac("gameplay.answers.body", f"{account.pk}/{key}", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(derived))
