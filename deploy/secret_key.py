"""The secret key if the environment has none: created on the first start and kept."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from deploy.file_permissions import make_private_folder


def read_or_create_secret(path: Path) -> str:
    """Return the secret stored in ``path``; create it if it is missing. Only its owner can read the file.

    A finished file is linked into place, so two simultaneous first starts agree on one secret.
    """
    if not path.exists():
        make_private_folder(path.parent)
        with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:
            draft.write(secrets.token_urlsafe(64))
            draft.flush()
            with contextlib.suppress(FileExistsError):
                os.link(draft.name, path)
    return path.read_text()
