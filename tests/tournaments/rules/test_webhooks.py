"""Webhook messages: their signature and retries."""

import base64
from datetime import UTC, datetime

from tournaments.rules.webhooks import RETRY_DELAYS, key_text, message_body, retry_delay, signature_headers

# The example in the libraries of the specification: key, id, time, body and signature.
KEY = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
SIGNED = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}


def test_signature_matches_the_specification():
    assert signature_headers(KEY, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}') == SIGNED
    assert key_text(KEY) == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def test_retry_delays_increase_over_three_days():
    delays = [retry_delay(tries) for tries in range(1, len(RETRY_DELAYS) + 1)]

    assert delays == sorted(delays, key=lambda delay: delay or 0)
    assert (delays[0], delays[-1], retry_delay(len(RETRY_DELAYS) + 1)) == (5, 86_400, None)
    assert sum(RETRY_DELAYS) == 75 * 3600 + 35 * 60 + 5


def test_message_identifies_the_log_entry():
    at = datetime(2026, 5, 4, 12, 30, 1, 250_000, tzinfo=UTC)

    body = message_body(
        "msg_1", event="winter", action="dropped", stream="desk/1", number=7, time=at, data={"player": 3}
    )

    assert body == (
        '{"id":"msg_1","event":"winter","action":"dropped","stream":"desk/1","number":7,'
        '"time":"2026-05-04T12:30:01.250+00:00","data":{"player":3}}'
    )
