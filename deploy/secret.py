"""The site's secret, when the environment names none: made on the first start and kept."""

import contextlib
import os
import secrets
from pathlib import Path


def kept(path: Path) -> str:
    """Return the secret kept in ``path``, making it first if need be. Only its owner can read the file.

    Linking a finished file into place lets two first starts at once agree on one secret.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text()
