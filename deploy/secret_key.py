"""Secrets if the environment has none: created on the first start and kept."""

import contextlib
import os
import secrets
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec

from deploy.file_permissions import make_private_folder


def new_secret() -> str:
    """Return a random secret of 512 bits."""
    return secrets.token_urlsafe(64)


def new_push_key() -> str:
    """Return a new private key with which push services recognize this site (VAPID, RFC 8292), in base64url."""
    value = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(value.to_bytes(32, "big")).decode().rstrip("=")


def read_or_create_secret(path: Path, make: Callable[[], str] = new_secret) -> str:
    """Return the secret stored in ``path``; ``make`` it if it is missing. Only its owner can read the file.

    A finished file is linked into place, so two simultaneous first starts agree on one secret.
    """
    if not path.exists():
        make_private_folder(path.parent)
        with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:
            draft.write(make())
            draft.flush()
            with contextlib.suppress(FileExistsError):
                os.link(draft.name, path)
    return path.read_text()
