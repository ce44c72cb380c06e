"""The encryption of push messages."""

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from gameplay.infrastructure.push_encryption import MAX_MESSAGE, encrypt_message
from tests.parts.push_service import PushBrowser, decode, encode


def test_the_example_of_rfc_8291():
    """Appendix A."""
    private = int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")

    body = encrypt_message(
        b"When I grow up, I want to be a watermelon",
        browser_key=decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        auth_secret=decode("BTBZMqHH6r4Tts7J_aSIgg"),
        private_key=ec.derive_private_key(private, ec.SECP256R1()),
        salt=decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )

    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_the_browser_can_read_a_message():
    alice, bob = PushBrowser(), PushBrowser()
    bodies = [encrypt_message(b"Table 4", browser_key=alice.public, auth_secret=alice.secret) for _ in range(2)]

    assert [alice.decrypt(body) for body in bodies] == [b"Table 4"] * 2
    assert bodies[0][:16] != bodies[1][:16]
    with pytest.raises(InvalidTag):
        bob.decrypt(bodies[0])


def test_a_message_fits_into_what_push_services_accept():
    alice = PushBrowser()

    def length(message: bytes) -> int:
        return len(encrypt_message(message, browser_key=alice.public, auth_secret=alice.secret))

    assert length(b"x" * MAX_MESSAGE) == 4096
    with pytest.raises(ValueError, match="3994"):
        length(b"x" * (MAX_MESSAGE + 1))
