"""SQLite: commits are on the disk, and other users cannot read its files."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from deploy.file_permissions import make_private_folder
from tests.deploy.test_asgi import TIMEOUT
from tests.parts.database import copy_migrated_file
from tests.parts.site import KEPT, running_site
from tests.parts.waiting import eventually

FULL = 2


def environment_of(folder: Path, **extra: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    watched = {"DJANGO_SETTINGS_MODULE": "tests.deploy.watched_settings", "WATCHED": str(folder / "watched")}
    return kept | watched | {"VAR": str(folder / "var")} | extra


@contextmanager
def process(*command: str, folder: Path, **extra: str) -> Iterator[subprocess.Popen[str]]:
    """Run a Python command of the site with the usual umask, which lets other users read new files."""
    with subprocess.Popen(
        [sys.executable, *command],
        env=environment_of(folder, **extra), cwd=settings.BASE_DIR, umask=0o022, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as running:  # fmt: skip
        try:
            yield running
        finally:
            running.terminate()
            running.wait(TIMEOUT)


def run_command(*command: str, folder: Path) -> None:
    with process(*command, folder=folder) as running:
        assert running.wait(60) == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def read_watched(folder: Path) -> list[list[object]]:
    """Return the process name and the SQLite settings of each new connection, as ``watched_settings`` logs them."""
    path = folder / "watched"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in [folder, *folder.iterdir()]}


def test_all_processes_write_commits_to_the_disk(tmp_path: Path, need: Callable[[str], str]):
    broker = {"REDIS_URL": need("REDIS_URL")}
    copy_migrated_file(tmp_path / "var" / "passleft.sqlite3")
    run_command("manage.py", "migrate", "--check", folder=tmp_path)
    port = free_port()
    with process("-m", "uvicorn", "deploy.asgi:application", f"--port={port}", folder=tmp_path):
        assert eventually(lambda: any(name == "uvicorn" for name, *_ in read_watched(tmp_path)), seconds=TIMEOUT)
    worker = ("-m", "celery", "-A", "deploy.celery", "worker", "--pool=threads", "--beat", "--loglevel=ERROR")
    with process(*worker, f"--schedule={tmp_path / 'beat'}", folder=tmp_path, **broker):
        assert eventually(lambda: any(name == "celery" for name, *_ in read_watched(tmp_path)), seconds=TIMEOUT)

    found = read_watched(tmp_path)
    assert {name for name, *_ in found} >= {"uvicorn", "celery"}
    assert len({name for name, *_ in found}) == 3
    assert [values for _name, *values in found] == [["wal", FULL, 1]] * len(found)


def test_command_does_not_delete_the_journal_of_the_running_site(tmp_path: Path):
    """Each thread of the site has a connection. Only the last process to close the database deletes the journal."""
    with running_site(tmp_path / "var") as running:
        for _ in range(12):  # more than the number of threads
            assert running.request("/").status == 200
        journal = tmp_path / "var" / "passleft.sqlite3-wal"
        before = journal.stat().st_ino
        running.shell("from gameplay.services.accounts import create_guest; create_guest('Alice')")
        with closing(sqlite3.connect(tmp_path / "var" / "passleft.sqlite3")) as other:
            other.execute("SELECT count(*) FROM gameplay_account").fetchall()

        assert eventually(journal.exists, seconds=1)
        assert journal.stat().st_ino == before


def test_temporary_database_does_not_wait_for_the_disk(tmp_path: Path):
    run_command("manage.py", "demo", "--fast", "--players=4", folder=tmp_path)

    assert {values[1] for _name, *values in read_watched(tmp_path)} == {0}


@pytest.fixture
def demo(tmp_path: Path) -> Callable[..., None]:
    """Return a function that starts the demo, waits until it is served, calls ``then`` and stops it."""

    def serve(*options: str, then: Callable[[], None] = lambda: None) -> None:
        with process("manage.py", "demo", f"--port={free_port()}", *options, folder=tmp_path) as running:
            assert running.stdout
            assert any("Ctrl+C stops the site" in line for line in running.stdout)
            then()

    return serve


def test_files_of_a_site_are_readable_only_by_its_owner(tmp_path: Path, demo: Callable[..., None]):
    found: list[dict[str, int]] = []
    folder = tmp_path / "var"
    demo(then=lambda: found.append(modes(folder)))
    demo("--reset", then=lambda: found.append(modes(folder)))

    for each in found:
        assert {"passleft.sqlite3", "passleft.sqlite3-wal", "passleft.sqlite3-shm", "secret_key"} <= set(each)
        assert each.pop("var") == 0o700
        assert set(each.values()) == {0o600}


def test_permissions_of_readable_files_are_restricted_at_the_next_start(tmp_path: Path):
    folder, database = tmp_path / "var", tmp_path / "var" / "passleft.sqlite3"
    copy_migrated_file(database)
    run_command("manage.py", "migrate", "--check", folder=tmp_path)
    folder.chmod(0o755)
    with closing(sqlite3.connect(database)) as before:
        before.execute("BEGIN IMMEDIATE")  # an open connection keeps the journal
        for path in folder.glob("passleft.sqlite3*"):
            path.chmod(0o644)
        before.rollback()
        run_command("manage.py", "standings", "--help", folder=tmp_path)
        run_command("manage.py", "migrate", "--check", folder=tmp_path)
        found = modes(folder)

    assert found.pop("var") == 0o700
    assert len(found) == 5
    assert set(found.values()) == {0o600}


def test_permissions_of_a_shared_folder_are_not_changed(tmp_path: Path):
    tmp_path.chmod(0o1777)

    make_private_folder(tmp_path)

    assert tmp_path.stat().st_mode & 0o7777 == 0o1777


TWO_THREADS = """
import django; django.setup()
import subprocess, sys, threading
from django.db import connection
from gameplay.models import Heartbeat

Heartbeat.objects.count()
other = threading.Thread(target=Heartbeat.objects.count)
other.start(); other.join()
path = connection.settings_dict["NAME"]
read = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM gameplay_heartbeat').fetchall()"
subprocess.run([sys.executable, "-c", read, path], check=True)
connection.cursor().execute("INSERT INTO gameplay_heartbeat (id, at) VALUES (78, '2026-05-04')")
print(path, flush=True)
sys.stdin.read()
"""
"""A process with two connections that commits after another program has opened and closed the database."""


def test_commit_is_kept_when_another_program_opens_and_closes_the_database(tmp_path: Path):
    copy_migrated_file(tmp_path / "var" / "passleft.sqlite3")

    with process("-c", TWO_THREADS, folder=tmp_path) as running:
        assert running.stdout
        path = running.stdout.readline().strip()
        with closing(sqlite3.connect(path)) as database:
            assert database.execute("SELECT id FROM gameplay_heartbeat").fetchall() == [(78,)]
        running.kill()
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT id FROM gameplay_heartbeat").fetchall() == [(78,)]
