"""Idempotent requests: a request with a key runs once, and a repeat with the same key gets the stored response.

A response may contain a token, such as the sign-in link of a substitute, and a client that lost the response needs that
token. So the stored body is encrypted with a key derived from the site's secret and the client's key, and only a digest
of the client's key is stored. Neither the database alone nor the database with the site's secret reveals the token,
provided that clients choose keys that cannot be guessed.
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
from gameplay.models import Account, StoredResponse


class IdempotentResponse(NamedTuple):
    """An HTTP status, the body as JSON data, and whether it is the stored response to an earlier request."""

    status: int
    body: Any
    replayed: bool = False


class KeyReusedError(RulesError):
    """The key was already used for another request."""

    code = "key_reused"
    sentence = _("This key was already used for another request. Use a new key for each request.")
    field = "Idempotency-Key"


def replay_or_run(
    account: Account, key: str, fingerprint: str, func: Callable[[], tuple[int, Any]]
) -> IdempotentResponse:
    """Run ``func`` and store its response in one transaction, or return the stored response.

    ``func`` returns a status and a body. Of several simultaneous requests the first runs, and the others wait for its
    response. An exception in ``func`` rolls everything back, so the same request may succeed later. Two queries, plus
    those of ``func``. Raise KeyReusedError if ``key`` was used with another ``fingerprint``.
    """
    try:
        with transaction.atomic():
            stored = StoredResponse.objects.create(
                account=account, key=key_digest(key), fingerprint=fingerprint, status=0
            )
            status, body = func()
            plain = json.dumps(body, cls=DjangoJSONEncoder)
            stored.status, stored.body = status, _cipher(account, key).encrypt(plain.encode())
            stored.save(update_fields=["status", "body"])
            return IdempotentResponse(status, json.loads(plain))  # exactly as a repeat will return it
    except IntegrityError:
        first = StoredResponse.objects.filter(account=account, key=key_digest(key)).first()
        if first is None:  # the error came from func
            raise
    if first.fingerprint != fingerprint:
        raise KeyReusedError
    return IdempotentResponse(
        first.status, json.loads(_cipher(account, key).decrypt(bytes(first.body or b""))), replayed=True
    )


def request_fingerprint(method: str, path: str, data: Any) -> str:
    """Return the fingerprint of a request: SHA-256, in hex, of its method, path and content."""
    text = json.dumps([method, path, data], sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()


def key_digest(key: str) -> str:
    """Return the digest under which the response to a request with ``key`` is stored."""
    return digest("answer", key)


def _cipher(account: Account, key: str) -> Fernet:
    derived = salted_hmac("gameplay.answers.body", f"{account.pk}/{key}", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(derived))
