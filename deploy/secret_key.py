"""The site's secret, when the environment names none: made on the first start and kept."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from deploy.file_permissions import make_private_folder


def read_or_create_secret(path: Path) -> str:
    """Return the secret kept in ``path``, making it first if need be. Only its owner can read the file.

    Linking a finished file into place lets two first starts at once agree on one secret.
    """
    if not path.exists():
        make_private_folder(path.parent)
        with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:
            draft.write(secrets.token_urlsafe(64))
            draft.flush()
            with contextlib.suppress(FileExistsError):
                os.link(draft.name, path)
    return path.read_text()
