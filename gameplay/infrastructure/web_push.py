"""Web Push: messages to browsers through their push services (RFC 8030, RFC 8291, RFC 8292).

A push service sees the address of a browser and the size of a message, but cannot read it. Messages are sent like
webhooks: only to public addresses, and with strict timeouts.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils import timezone
from py_vapid import Vapid02

from gameplay.infrastructure.outgoing_request import check_url, post_request
from gameplay.infrastructure.push_encryption import encrypt_message
from gameplay.models import PushSubscription

TIME_TO_LIVE = timedelta(minutes=30)
"""How long a push service keeps a message for a browser that is away."""
TOKEN_LIFETIME = timedelta(hours=12)
KEY_BYTES, SECRET_BYTES = 65, 16  # an uncompressed point of P-256, and the shared secret (RFC 8291, 3)
GONE_STATUSES = frozenset({404, 410})


class InvalidSubscriptionError(Exception):
    """A browser cannot have sent this subscription."""


def public_key() -> str:
    """Return the public key of the site in base64url, which browsers need to subscribe."""
    point = _signer().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return _encode(point)


def check_subscription(subscription: PushSubscription) -> None:
    """Raise InvalidSubscriptionError or AddressRefusedError for a subscription to which nothing can be sent."""
    check_url(subscription.endpoint)
    try:
        point, secret = _decode(subscription.p256dh), _decode(subscription.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError as error:
        raise InvalidSubscriptionError from error
    if (len(point), len(secret)) != (KEY_BYTES, SECRET_BYTES):
        raise InvalidSubscriptionError


def send_push(subscription: PushSubscription, message: dict[str, Any]) -> bool:
    """Send ``message`` to a browser. Return False if the browser has unsubscribed.

    Raise UnreachableError if the push service cannot be reached.
    """
    text = json.dumps(message, ensure_ascii=False).encode()
    body = encrypt_message(text, browser_key=_decode(subscription.p256dh), auth_secret=_decode(subscription.auth))
    headers = _authorization(subscription.endpoint) | {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(TIME_TO_LIVE.total_seconds())),
        "Urgency": "high",
    }
    return post_request(subscription.endpoint, headers, body).status not in GONE_STATUSES


def _authorization(endpoint: str) -> dict[str, str]:
    """Return the header with which the push service recognizes this site."""
    parts = urlsplit(endpoint)
    contact = settings.SITE_URL if settings.HTTPS else f"mailto:{settings.MAIL_FROM}"
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((timezone.now() + TOKEN_LIFETIME).timestamp()),
        "sub": contact,
    }
    signed: dict[str, str] = _signer().sign(claims)
    return {"Authorization": signed["Authorization"]}


@lru_cache
def _signer() -> Any:
    return Vapid02.from_raw(settings.PUSH_KEY.encode())


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
