"""Backups are complete and private, and a restore loses nothing, whatever goes wrong."""

import json
import os
import tarfile
import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models.signals import post_migrate

from deploy.backups import databases, keys
from deploy.backups.archive import read_manifest
from deploy.backups.backup import create_backup, remove_old_backups, verify_backup
from deploy.backups.errors import BackupError, DamagedBackupError
from deploy.backups.programs import find_program
from deploy.backups.restore import RestoreOptions, restore_backup
from deploy.backups.tables import count_rows, table_names
from deploy.site_verification import site_faults
from drafting.models import Pick
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account, LogEntry
from gameplay.services.accounts import create_guest
from tests.deploy.test_releases import VERSIONS, site_folder
from tests.instruments.release_data import backup_file
from tests.parts.another_database import another_database
from tests.parts.waiting import eventually

__all__ = ["site_folder"]
REPLACE = RestoreOptions(replace=True, keep_keys=True)


def contents() -> dict[str, list[Any]]:
    """Return all rows of all tables."""
    rows = {}
    with connection.cursor() as cursor:
        for name in table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")
            rows[name] = sorted(map(repr, cursor.fetchall()))
    return rows


class Writer(threading.Thread):
    """Writes entries of a log over a connection of its own, until it is stopped."""

    def __init__(self) -> None:
        super().__init__(name="writer")
        self.written = 0
        self._stopping = threading.Event()

    def run(self) -> None:
        while not self._stopping.is_set():
            with transaction.atomic():
                append_entry("test/backup", "noted", author=None, role="site", after={"number": self.written})
            self.written += 1
        connection.close()

    def wait_for(self, more: int) -> bool:
        """Wait until ``more`` entries are written; return whether they are."""
        until = self.written + more
        return eventually(lambda: self.written >= until)

    def stop(self) -> None:
        self._stopping.set()
        self.join()


@pytest.fixture
def writer() -> Iterator[Writer]:
    writer = Writer()
    yield writer
    if writer.is_alive():
        writer.stop()


@pytest.fixture
def small_site(site_folder: Path) -> Iterator[Path]:
    """Yield VAR of a site with one account."""
    with another_database(site_folder, migrated=True):
        create_guest("Alice")
        yield site_folder


def test_site_is_backed_up_while_it_is_written_to_and_restored_elsewhere(
    site_folder: Path, tmp_path: Path, writer: Writer
):
    """A site with a played event, a draft, a game and results: all records and logs are verified in the copy."""
    restore_backup(backup_file(VERSIONS[-1], connection.vendor), RestoreOptions(keep_keys=True))
    before = contents()
    writer.start()
    assert writer.wait_for(5)
    at_start = writer.written
    file = create_backup(tmp_path)
    assert writer.wait_for(5)
    writer.stop()

    with another_database(tmp_path):
        restore_backup(file, RestoreOptions())
        copy = contents()
        faults = list(site_faults())
        entries = LogEntry.objects.filter(stream="test/backup").count()

    assert at_start <= entries < writer.written
    assert faults == []
    assert {name for name in copy if copy[name] != before[name]} == {"gameplay_logentry", "gameplay_logstream"}
    assert len(copy["gameplay_logentry"]) == len(before["gameplay_logentry"]) + entries


def test_backup_is_private_and_named_by_its_time(small_site: Path, tmp_path: Path):
    old = os.umask(0)
    try:
        file = create_backup(tmp_path)
    finally:
        os.umask(old)

    assert list(tmp_path.glob("passleft-*Z.tar.gz")) == [file]
    assert file.stat().st_mode & 0o777 == 0o600
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
    assert verify_backup(file).rows["gameplay_account"] == 1
    with pytest.raises(BackupError, match="exists"):
        create_backup(file)


def test_folders_of_killed_backups_are_removed_after_a_day(small_site: Path, tmp_path: Path):
    old, new = (tmp_path / f".passleft-backup-{age}" for age in ("old", "new"))
    for folder in (old, new):
        folder.mkdir()
        (folder / "database.sqlite3").touch()
    os.utime(old, (0, 0))

    create_backup(tmp_path)

    assert (old.exists(), new.exists()) == (False, True)


def test_failed_backup_leaves_no_file(small_site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full_disk(folder: Path) -> dict[str, int]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(databases.site_database(), "dump", full_disk)
    with pytest.raises(BackupError, match="No space left"):
        create_backup(tmp_path / "backup.tar.gz")

    assert not [path for path in tmp_path.iterdir() if path != small_site]


def test_only_the_newest_backups_are_kept(tmp_path: Path):
    names = [f"passleft-2026010{day}T000000Z.tar.gz" for day in range(1, 6)]
    for name in (*names, "mine.tar.gz"):
        (tmp_path / name).touch()

    deleted = remove_old_backups(tmp_path, keep=2)

    assert [path.name for path in deleted] == names[:3]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.tar.gz", *names[3:]]


def test_database_with_data_is_replaced_only_on_request_and_kept(small_site: Path, tmp_path: Path):
    file = create_backup(tmp_path)
    create_guest("Bob")
    with pytest.raises(BackupError, match="--replace"):
        restore_backup(file, RestoreOptions(keep_keys=True))
    assert Account.objects.count() == 2

    restored = restore_backup(file, REPLACE)

    assert Account.objects.get().handle == "Alice"
    assert restored.replaced
    assert restored.replaced.parent == small_site
    assert verify_backup(restored.replaced).rows["gameplay_account"] == 2


def test_backup_of_an_earlier_release_is_migrated(small_site: Path, tmp_path: Path):
    call_command("migrate", "sessions", "zero", verbosity=0)
    file = create_backup(tmp_path)
    assert "django_session" not in table_names()

    restore_backup(file, REPLACE)

    assert "django_session" in table_names()


def rewritten(file: Path, folder: Path, **changes: Any) -> Path:
    """Return a copy of the backup ``file`` whose manifest has ``changes``."""
    manifest = json.loads(read_manifest(file).to_json()) | changes
    copy = folder / "changed.tar.gz"
    with tarfile.open(file) as old, tarfile.open(copy, "w:gz") as new:
        for member in old.getmembers():
            content = old.extractfile(member)
            assert content
            text = json.dumps(manifest).encode() if member.name == "manifest.json" else content.read()
            member.size = len(text)
            new.addfile(member, BytesIO(text))
    return copy


def damaged(file: Path, folder: Path) -> Path:
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 64] = bytes(64)
    copy = folder / "damaged.tar.gz"
    copy.write_bytes(content)
    return copy


def test_backup_that_is_not_sound_changes_nothing(small_site: Path, tmp_path: Path):
    file = create_backup(tmp_path)
    create_guest("Bob")
    before = contents()
    changes: dict[str, dict[str, Any]] = {
        "Install 99.0.0": {"version": "99.0.0"},
        "0999_later": {"migrations": ["cards.0999_later"]},
        "kind oracle": {"database": "oracle"},
        "rows": {"rows": read_manifest(file).rows | {"gameplay_account": 7}},
        "checksum": {"files": read_manifest(file).files | {keys.FILE: {"bytes": 1, "sha256": ""}}},
    }

    for reason, change in changes.items():
        with pytest.raises(BackupError, match=reason):
            restore_backup(rewritten(file, tmp_path, **change), REPLACE)
    for broken in (damaged(file, tmp_path), tmp_path / "nothing", Path(__file__)):
        with pytest.raises(DamagedBackupError):
            restore_backup(broken, REPLACE)

    assert contents() == before
    assert not list(small_site.glob("*.restored"))


def test_keys_are_restored(small_site: Path, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch):
    file = create_backup(tmp_path)
    saved, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    monkeypatch.setenv("SECRET_KEY", "another")
    with pytest.raises(BackupError, match="SECRET_KEY in the environment"):
        restore_backup(file, RestoreOptions(replace=True))
    monkeypatch.delenv("SECRET_KEY")

    restored = restore_backup(file, RestoreOptions(replace=True))

    assert restored.keys == ["SECRET_KEY"]
    assert (small_site / "secret_key").read_text() == saved
    assert (small_site / "secret_key").stat().st_mode & 0o777 == 0o600


def test_commands_print_what_is_in_a_backup(small_site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    call_command("backup", tmp_path, keep=1)
    made = json.loads(capsys.readouterr().out)
    call_command("backup", made["file"], verify=True)
    verified = json.loads(capsys.readouterr().out)

    assert made["database"] == connection.vendor
    assert made == verified | {"deleted": []}
    for command, arguments, status in (
        ("restore", [made["file"]], 1),
        ("restore", [tmp_path / "nothing"], 2),
        ("backup", [made["file"]], 1),
    ):
        with pytest.raises(SystemExit) as ended:
            call_command(command, *arguments)
        assert ended.value.code == status


def program(folder: Path, version: str) -> Path:
    folder.mkdir()
    (folder / "pg_dump").write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}'\n")
    (folder / "pg_dump").chmod(0o755)
    return folder


def test_program_of_the_servers_version_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    old, new = program(tmp_path / "old", "15.18"), program(tmp_path / "new", "17.2 (Debian 17.2-1)")
    monkeypatch.setenv("PATH", f"{old}:/bin")
    monkeypatch.setattr("deploy.backups.programs.DEBIAN", tmp_path / "none")
    monkeypatch.delenv("PG_BIN", raising=False)

    assert find_program("pg_dump", 15) == str(old / "pg_dump")
    with pytest.raises(BackupError, match=r"pg_dump of PostgreSQL 17.*version 15.*postgresql-client-17"):
        find_program("pg_dump", 17)
    monkeypatch.setenv("PG_BIN", str(new))
    assert find_program("pg_dump", 17) == str(new / "pg_dump")


@pytest.fixture
def permission_rows() -> Iterator[None]:
    """Let ``migrate`` make the permissions, as on a site; the other tests do without them."""
    post_migrate.connect(create_contenttypes)
    post_migrate.connect(create_permissions)
    yield
    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(create_permissions)


@pytest.mark.usefixtures("permission_rows")
def test_site_moves_from_sqlite_to_postgresql(site_folder: Path):
    """Every row is copied, and new rows get new numbers. The other direction is refused."""
    kind = {"sqlite": "postgresql", "postgresql": "sqlite"}[connection.vendor]
    if kind == "postgresql":
        with pytest.raises(BackupError, match="kind postgresql"):
            restore_backup(backup_file(VERSIONS[-1], kind), RestoreOptions(keep_keys=True))
        return

    restored = restore_backup(backup_file(VERSIONS[-1], kind), RestoreOptions(keep_keys=True))

    with connection.cursor() as cursor:
        rows = count_rows(cursor, restored.manifest.rows)
    assert rows == restored.manifest.rows
    assert list(site_faults()) == []
    create_guest("Bob")
    with transaction.atomic():
        append_entry("test/backup", "noted", author=None, role="site")
    assert Pick.objects.exists()
