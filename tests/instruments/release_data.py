"""The data of a release: a site with events and games, kept as a backup of each kind of database.

Later releases restore it in their tests: an upgrade must lose nothing of it.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from deploy.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
RELEASES = ROOT / "tests" / "deploy" / "releases"
KEYS = {"SECRET_KEY": "the key of the tests of releases", "PUSH_KEY": "i2kA-hZq6sB0rhTzAckn8D9YQh2oXWqNnYc4wY5bQ3s"}
KINDS = ("sqlite", "postgresql")


def backup_file(version: str, kind: str) -> Path:
    return RELEASES / f"{version}-{kind}.tar.gz"


def digest_file(version: str) -> Path:
    """Return the file with the digests of the migrations of a release."""
    return RELEASES / f"{version}.json"


def migration_digests() -> dict[str, str]:
    """Return the SHA-256 of each migration of this project, by its path."""
    files = sorted(ROOT.glob("*/migrations/0*.py"))
    return {path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def write_release_data(kind: str, environment: Mapping[str, str], var: Path) -> Path:
    """Fill an empty database of ``kind``, which ``environment`` names, and back it up. Return the file."""
    file = backup_file(VERSION, kind)
    file.parent.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    own = {"VAR": str(var), "REDIS_URL": "", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    command = [sys.executable, "-m", "tests.instruments.release_data", str(file)]
    subprocess.run(command, env={**os.environ, **KEYS, **own, **environment}, cwd=ROOT, check=True)
    return file


def write_digests() -> None:
    digest_file(VERSION).write_text(json.dumps(migration_digests(), indent=2) + "\n", encoding="utf-8")


def fill_site() -> None:
    """Play a draft event to its end, an event into its first round with everything that belongs to it, and games."""
    from tests.world import World
    from tournaments.services.bot_event import play_bot_event

    play_bot_event(4, seed=1, cut=2)
    World()


def main(file: Path) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from deploy.backups.backup import create_backup

    call_command("migrate", verbosity=0)
    fill_site()
    create_backup(file)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
