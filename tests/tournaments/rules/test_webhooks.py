"""How messages are signed, and when they come again."""

import base64
from datetime import UTC, datetime

from tournaments.rules.webhooks import RETRY_DELAYS, key_text, message_body, retry_delay, signature_headers

# The example of the specification's own libraries: key, id, time, body and signature.
KEY = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
SIGNED = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}


def test_a_message_is_signed_as_the_specification_has_it():
    assert signature_headers(KEY, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}') == SIGNED
    assert key_text(KEY) == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def test_a_message_comes_again_later_and_later_for_three_days():
    waits = [retry_delay(tries) for tries in range(1, len(RETRY_DELAYS) + 1)]

    assert waits == sorted(waits, key=lambda wait: wait or 0)
    assert (waits[0], waits[-1], retry_delay(len(RETRY_DELAYS) + 1)) == (5, 86_400, None)
    assert sum(RETRY_DELAYS) == 75 * 3600 + 35 * 60 + 5


def test_a_message_names_the_entry_of_the_log():
    at = datetime(2026, 5, 4, 12, 30, 1, 250_000, tzinfo=UTC)

    told = message_body(
        "msg_1", event="winter", action="dropped", stream="desk/1", number=7, time=at, data={"player": 3}
    )

    assert told == (
        '{"id":"msg_1","event":"winter","action":"dropped","stream":"desk/1","number":7,'
        '"time":"2026-05-04T12:30:01.250+00:00","data":{"player":3}}'
    )
