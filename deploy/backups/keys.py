"""The keys of the site, which a database is useless without: `SECRET_KEY` and `PUSH_KEY`."""

import json
import os
from pathlib import Path

from django.conf import settings

from deploy.backups.errors import BackupError
from deploy.file_permissions import create_private_file

FILE = "keys.json"
FILES_IN_VAR = {"SECRET_KEY": "secret_key", "PUSH_KEY": "push_key"}
"""The files in VAR in which the keys are kept, unless the environment has them."""


def write_keys(folder: Path) -> None:
    keys = {name: getattr(settings, name) for name in FILES_IN_VAR}
    (folder / FILE).write_text(json.dumps(keys, indent=2), encoding="utf-8")


def changed_keys(folder: Path) -> dict[str, str]:
    """Return the keys of the backup in ``folder`` that differ from those of the site.

    Raise BackupError if one of these is in the environment, which only the operator can change.
    """
    saved: dict[str, str] = json.loads((folder / FILE).read_text(encoding="utf-8"))
    changed = {name: key for name, key in saved.items() if name in FILES_IN_VAR and key != getattr(settings, name)}
    if fixed := sorted(name for name in changed if os.environ.get(name)):
        raise BackupError(
            f"{' and '.join(fixed)} in the environment differs from the backup. Set it to the value in {FILE} of the "
            "backup (tar -xzOf FILE keys.json), or restore with --keep-keys: then recovery codes, sign-in links and "
            "webhook keys of the backup no longer work."
        )
    return changed


def prepare_keys(keys: dict[str, str]) -> dict[Path, Path]:
    """Write each of ``keys`` beside its file in VAR; return the new file of each file."""
    files = {}
    for name, key in keys.items():
        path = Path(settings.VAR) / FILES_IN_VAR[name]
        new = path.with_name(f"{path.name}.restored")
        new.unlink(missing_ok=True)
        with create_private_file(new) as file:
            file.write(key.encode())
            file.flush()
            os.fsync(file.fileno())
        files[path] = new
    return files
