"""The manifest of a backup: what is in it, and how to check that it is complete."""

import json
import re
from dataclasses import asdict, dataclass
from typing import Any

from deploy.backups.errors import BackupError, DamagedBackupError
from deploy.version import VERSION

FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupManifest:
    """What a backup contains."""

    version: str
    """The release that made the backup."""
    created_at: str
    """The time of the snapshot, in ISO 8601."""
    database: str
    """The kind of database: "sqlite" or "postgresql"."""
    server: int
    """The major version of the database server."""
    migrations: list[str]
    """The applied migrations, such as "cards.0001_initial"."""
    rows: dict[str, int]
    """The number of rows of each table."""
    files: dict[str, dict[str, Any]]
    """The "bytes" and the "sha256" of each other file in the backup."""

    def to_json(self) -> str:
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=2, sort_keys=True)

    @classmethod
    def from_json(cls, text: bytes) -> "BackupManifest":
        """Read a manifest. Raise DamagedBackupError, and BackupError if a later release has written it."""
        try:
            fields = json.loads(text)
            if fields.pop("format") > FORMAT:
                raise BackupError("The backup has a newer format. Install the release that made it, or a later one.")
            return cls(**fields)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DamagedBackupError("The manifest of the backup cannot be read.") from error

    def summary(self) -> dict[str, Any]:
        """Return what a person wants to know of the backup, as JSON data."""
        named = ("version", "created_at", "database", "server")
        return {name: getattr(self, name) for name in named} | {
            "tables": len(self.rows),
            "rows": sum(self.rows.values()),
        }

    def refuse_newer(self, known_migrations: set[str]) -> None:
        """Raise BackupError if a later release made the backup: this one does not know its tables."""
        unknown = sorted(set(self.migrations) - known_migrations)
        if release(self.version) > release(VERSION):
            later = f"Install {self.version} or later."
            raise BackupError(f"Passleft {self.version} made the backup; this is {VERSION}. {later}")
        if unknown:
            raise BackupError(
                f"A later release has migrated the database in the backup ({', '.join(unknown)}). Install it, restore "
                "the backup with it, and roll back afterwards."
            )


def release(version: str) -> tuple[int, ...]:
    """Return the numbers of a version such as 1.0.0, to compare it."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])
