"""The encryption of push messages for one browser (RFC 8291), as one record of aes128gcm (RFC 8188).

The library for it, http-ece, has had no release since 2024 and no wheel.
"""

import secrets

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SALT_BYTES = 16
RECORD_SIZE = 4096
LAST_RECORD = b"\x02"  # the delimiter before the padding of the last record; there is no padding
MAX_MESSAGE = 3993  # bytes that every push service accepts (RFC 8030, 7.2)


def encrypt_message(
    message: bytes,
    *,
    browser_key: bytes,
    auth_secret: bytes,
    private_key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """Return ``message`` encrypted for the browser with the public key ``browser_key`` and its ``auth_secret``.

    ``private_key`` and ``salt`` are only given in tests; both must be new for each message. Raise ValueError for an
    invalid public key or a message that is too long.
    """
    if len(message) > MAX_MESSAGE:
        raise ValueError(f"{len(message)} bytes")
    private_key, salt = private_key or ec.generate_private_key(ec.SECP256R1()), salt or secrets.token_bytes(SALT_BYTES)
    own = private_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser_key)
    shared = private_key.exchange(ec.ECDH(), browser)
    key_material = _derive(shared, auth_secret, b"WebPush: info\x00" + browser_key + own, length=32)
    key = _derive(key_material, salt, b"Content-Encoding: aes128gcm\x00", length=16)
    nonce = _derive(key_material, salt, b"Content-Encoding: nonce\x00", length=12)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + len(own).to_bytes(1, "big") + own
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derive(secret: bytes, salt: bytes, info: bytes, *, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
