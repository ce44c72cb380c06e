"""Webhooks: what is told, how it is signed, and when it is told again.

Headers, signature and the waits are those of Standard Webhooks 1.0.0 (standardwebhooks.com), whose libraries check them:
webhook-id stays the same however often a message comes, webhook-timestamp is that of the try, in seconds since 1970, and
webhook-signature is "v1," and the HMAC-SHA256 in base64 of id, timestamp and body with full stops between them.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from gameplay.engine.core.errors import _

ACTION_SENTENCES = {
    "seated": _("The seating is published."),
    "registration_closed": _("Registration is closed."),
    "decks_locked": _("The decks are locked."),
    "round_published": _("A round is published."),
    "result_agreed": _("A result counts."),
    "result_corrected": _("A result was corrected."),
    "dropped": _("A player has left."),
    "came_back": _("A player who had left is back."),
    "entered_late": _("A player came late."),
    "event_finished": _("The event is over."),
    "test": _("A test."),
}
"""What a webhook is told, in words."""
RETRY_DELAYS = (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
"""Seconds before each further try, after the first: for a little more than three days."""
GONE_STATUS = 410
"""The receiver wants nothing more."""
RETRY_AFTER_STATUSES = frozenset({429, 503})
"""Answers with which the receiver may say when."""


def retry_delay(tries: int) -> int | None:
    """Return the seconds from the last of so many failed tries to the next; None if it was the last."""
    return RETRY_DELAYS[tries - 1] if tries <= len(RETRY_DELAYS) else None


def key_text(key: bytes) -> str:
    """Return ``key`` as the receiver is given it."""
    return f"whsec_{base64.b64encode(key).decode()}"


def signature_headers(key: bytes, message_id: str, timestamp: int, body: str) -> dict[str, str]:
    """Return the headers of one try."""
    content = f"{message_id}.{timestamp}.{body}".encode()
    signature = base64.b64encode(hmac.digest(key, content, hashlib.sha256)).decode()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{signature}",
    }


def message_body(
    message_id: str, *, event: str, action: str, stream: str, number: int, time: datetime, data: Mapping[str, Any]
) -> str:
    """Return the body: what happened in ``event``, a slug, and which entry of the log it is, by ``stream`` and ``number``."""
    told = {
        "id": message_id,
        "event": event,
        "action": action,
        "stream": stream,
        "number": number,
        "time": time.astimezone(UTC).isoformat(timespec="milliseconds"),
        "data": dict(data),
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
