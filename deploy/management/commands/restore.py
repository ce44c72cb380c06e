"""``manage.py restore``: replace the database and the keys by those of a backup."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from deploy.backups.errors import BackupError, DamagedBackupError
from deploy.backups.restore import RestoreOptions, restore_backup


class Command(BaseCommand):
    help = "Restore a backup into an empty database, or with --replace into one with data; then migrate it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `backup` has written")
        parser.add_argument(
            "--replace", action="store_true", help="replace a database with data, which is backed up to VAR first"
        )
        parser.add_argument(
            "--discard", action="store_true", help="with --replace: do not back up the data that is replaced"
        )
        parser.add_argument("--keep-keys", action="store_true", help="keep SECRET_KEY and PUSH_KEY of this site")

    def handle(self, *, file: Path, replace: bool, discard: bool, keep_keys: bool, **options: Any) -> None:
        chosen = RestoreOptions(replace=replace, back_up_first=not discard, keep_keys=keep_keys)
        try:
            restored = restore_backup(file, chosen)
        except BackupError as error:
            self.stderr.write(str(error))
            sys.exit(2 if isinstance(error, DamagedBackupError) else 1)
        answer = restored.manifest.summary() | {"keys": restored.keys}
        if restored.replaced:
            answer["replaced"] = str(restored.replaced)
        self.stdout.write(json.dumps(answer))
        self.stderr.write("Restored. Restart all processes of the site.")
