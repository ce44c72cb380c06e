"""Webhooks: payload, signature and retries.

Headers, signature and retry delays follow Standard Webhooks 1.0.0 (standardwebhooks.com), whose libraries can verify
them. webhook-id is the same in all attempts for one message; webhook-timestamp is the time of the attempt, in seconds
since 1970. webhook-signature is "v1," and the base64 HMAC-SHA256 of id, timestamp and body, joined by full stops.
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
    "seated": _("The seating was published."),
    "cut_seated": _("The top cut was seated for its draft."),
    "registration_closed": _("Registration was closed."),
    "decks_locked": _("The decks were locked."),
    "round_published": _("A round was published."),
    "result_agreed": _("A result was confirmed."),
    "result_corrected": _("A result was corrected."),
    "dropped": _("A player dropped."),
    "came_back": _("A player who had dropped returned."),
    "entered_late": _("A player entered late."),
    "event_finished": _("The event is over."),
    "event_reopened": _("The event was reopened."),
    "test": _("A test message."),
}
"""Descriptions of the actions that are sent to webhooks."""
RETRY_DELAYS = (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
"""Seconds before each retry; together a little more than three days."""
GONE_STATUS = 410
"""Response status with which the receiver unsubscribes."""
RETRY_AFTER_STATUSES = frozenset({429, 503})
"""Response statuses whose Retry-After header is honoured."""


def retry_delay(tries: int) -> int | None:
    """Return the seconds until the next attempt after ``tries`` failed ones; None if it was the last."""
    return RETRY_DELAYS[tries - 1] if tries <= len(RETRY_DELAYS) else None


def key_text(key: bytes) -> str:
    """Return ``key`` in the format for receivers."""
    return f"whsec_{base64.b64encode(key).decode()}"


def signature_headers(key: bytes, message_id: str, timestamp: int, body: str) -> dict[str, str]:
    """Return the headers of one attempt; ``timestamp`` is in seconds since 1970."""
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
    """Return the body of a message about a log entry of ``event``, a slug; the entry is identified by its ``stream``
    and ``number``."""
    payload = {
        "id": message_id,
        "event": event,
        "action": action,
        "stream": stream,
        "number": number,
        "time": time.astimezone(UTC).isoformat(timespec="milliseconds"),
        "data": dict(data),
    }
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
