"""``manage.py backup``: back up the site while it runs, or check a backup."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from deploy.backups.archive import read_manifest
from deploy.backups.backup import create_backup, remove_old_backups, verify_backup
from deploy.backups.errors import BackupError, DamagedBackupError


class Command(BaseCommand):
    help = "Back up the database and the keys of the site to one file, while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("target", type=Path, help="a new file, or a folder, in which the file is named by the time")
        parser.add_argument("--keep", type=_positive, help="delete all but the newest KEEP backups in the folder")
        parser.add_argument("--verify", action="store_true", help="check the backup TARGET instead of making one")

    def handle(self, *, target: Path, keep: int | None, verify: bool, **options: Any) -> None:
        if keep and not target.is_dir():
            self.stderr.write(f"--keep: {target} is not a folder")
            sys.exit(2)
        try:
            file = target if verify else create_backup(target)
            manifest = verify_backup(file) if verify else read_manifest(file)
        except BackupError as error:
            self.stderr.write(str(error))
            sys.exit(2 if isinstance(error, DamagedBackupError) else 1)
        answer = {"file": str(file), **manifest.summary()}
        if keep:
            answer["deleted"] = [str(old) for old in remove_old_backups(target, keep=keep)]
        self.stdout.write(json.dumps(answer))


def _positive(text: str) -> int:
    if int(text) < 1:
        raise ValueError(text)
    return int(text)
