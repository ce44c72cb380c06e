"""The embedded database: what is acknowledged is on the disk, nobody else reads it, and a backup has all of it."""

import json
import os
import re
import shlex
import shutil
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
from tests.parts.site import running_site
from tests.parts.waiting import eventually

FULL = 2


def surroundings(folder: Path, **further: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
    watched = {"DJANGO_SETTINGS_MODULE": "tests.deploy.watched_settings", "WATCHED": str(folder / "watched")}
    return kept | watched | {"VAR": str(folder / "var")} | further


@contextmanager
def process(*command: str, folder: Path, **further: str) -> Iterator[subprocess.Popen[str]]:
    """Run a Python command of the site under the usual umask, which lets everybody read."""
    with subprocess.Popen(
        [sys.executable, *command],
        env=surroundings(folder, **further), cwd=settings.BASE_DIR, umask=0o022, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as running:  # fmt: skip
        try:
            yield running
        finally:
            running.terminate()
            running.wait(TIMEOUT)


def done(*command: str, folder: Path) -> None:
    with process(*command, folder=folder) as running:
        assert running.wait(60) == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def watched(folder: Path) -> list[list[object]]:
    path = folder / "watched"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in [folder, *folder.iterdir()]}


def test_every_process_writes_what_it_acknowledges_through_to_the_disk(tmp_path: Path, need: Callable[[str], str]):
    broker = {"REDIS_URL": need("REDIS_URL")}
    done("manage.py", "migrate", "--verbosity=0", folder=tmp_path)
    port = free_port()
    with process("-m", "uvicorn", "deploy.asgi:application", f"--port={port}", folder=tmp_path):
        assert eventually(lambda: any(name == "uvicorn" for name, *_ in watched(tmp_path)), seconds=TIMEOUT)
    worker = ("-m", "celery", "-A", "deploy.celery", "worker", "--pool=threads", "--beat", "--loglevel=ERROR")
    with process(*worker, f"--schedule={tmp_path / 'beat'}", folder=tmp_path, **broker):
        assert eventually(lambda: any(name == "celery" for name, *_ in watched(tmp_path)), seconds=TIMEOUT)

    found = watched(tmp_path)
    assert {name for name, *_ in found} >= {"uvicorn", "celery"}
    assert len({name for name, *_ in found}) == 3
    assert [values for _name, *values in found] == [["wal", FULL, 1]] * len(found)


def test_a_command_beside_the_running_site_leaves_its_journal_alone(tmp_path: Path):
    """Each thread of the site has a connection; the last process to leave deletes the journal, and no other one."""
    with running_site(tmp_path / "var") as running:
        for _ in range(12):  # more than there are threads
            assert running.request("/").status == 200
        journal = tmp_path / "var" / "passleft.sqlite3-wal"
        before = journal.stat().st_ino
        running.shell("from gameplay.services.accounts import create_guest; create_guest('Alice')")
        with closing(sqlite3.connect(tmp_path / "var" / "passleft.sqlite3")) as other:
            other.execute("SELECT count(*) FROM gameplay_account").fetchall()

        assert eventually(journal.exists, seconds=1)
        assert journal.stat().st_ino == before


def test_a_file_that_is_thrown_away_waits_for_no_disk(tmp_path: Path):
    done("manage.py", "demo", "--fast", "--players=4", folder=tmp_path)

    assert {values[1] for _name, *values in watched(tmp_path)} == {0}


@pytest.fixture
def demo(tmp_path: Path) -> Callable[..., None]:
    """Start the demo, wait until it is served, and stop it."""

    def serve(*options: str, then: Callable[[], None] = lambda: None) -> None:
        with process("manage.py", "demo", f"--port={free_port()}", *options, folder=tmp_path) as running:
            assert running.stdout
            assert any("Ctrl+C stops the site" in line for line in running.stdout)
            then()

    return serve


def test_nobody_else_reads_the_files_of_a_site(tmp_path: Path, demo: Callable[..., None]):
    found: list[dict[str, int]] = []
    folder = tmp_path / "var"
    demo(then=lambda: found.append(modes(folder)))
    demo("--reset", then=lambda: found.append(modes(folder)))

    for each in found:
        assert {"passleft.sqlite3", "passleft.sqlite3-wal", "passleft.sqlite3-shm", "secret_key"} <= set(each)
        assert each.pop("var") == 0o700
        assert set(each.values()) == {0o600}


def test_files_that_others_could_read_are_closed_at_the_next_start(tmp_path: Path):
    folder, database = tmp_path / "var", tmp_path / "var" / "passleft.sqlite3"
    done("manage.py", "migrate", "--verbosity=0", folder=tmp_path)
    folder.chmod(0o755)
    with closing(sqlite3.connect(database)) as before:
        before.execute("BEGIN IMMEDIATE")  # somebody has it open, so that its journal stays
        for path in folder.glob("passleft.sqlite3*"):
            path.chmod(0o644)
        before.rollback()
        done("manage.py", "standings", "--help", folder=tmp_path)
        done("manage.py", "migrate", "--check", folder=tmp_path)
        found = modes(folder)

    assert found.pop("var") == 0o700
    assert len(found) == 4
    assert set(found.values()) == {0o600}


def test_a_folder_that_several_users_share_is_left_as_it_is(tmp_path: Path):
    tmp_path.chmod(0o1777)

    make_private_folder(tmp_path)

    assert tmp_path.stat().st_mode & 0o7777 == 0o1777


def test_the_documented_backup_has_what_a_plain_copy_lost(tmp_path: Path):
    readme = (settings.BASE_DIR / "deploy" / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^python3 -c .*\.backup\(.*$", readme, re.MULTILINE)
    assert found
    done("manage.py", "migrate", "--verbosity=0", folder=tmp_path)
    database = tmp_path / "var" / "passleft.sqlite3"
    with closing(sqlite3.connect(database)) as running:
        running.execute("PRAGMA wal_autocheckpoint=0")
        running.execute("INSERT INTO gameplay_heartbeat (id, at) VALUES (77, '2026-05-04')")
        running.commit()
        shutil.copyfile(database, tmp_path / "copy.sqlite3")
        subprocess.run(shlex.split(found[0]), cwd=tmp_path, check=True, umask=0o022)

    def beats(path: Path) -> list[tuple[int]]:
        with closing(sqlite3.connect(path)) as opened:
            return opened.execute("SELECT id FROM gameplay_heartbeat").fetchall()

    backup = tmp_path / "backup.sqlite3"
    assert (beats(tmp_path / "copy.sqlite3"), beats(backup)) == ([], [(77,)])


TWO_THREADS = """
import django; django.setup()
import subprocess, sys, threading
from django.db import connection
from gameplay.models import Heartbeat

Heartbeat.objects.count()
other = threading.Thread(target=Heartbeat.objects.count)
other.start(); other.join()
path = connection.settings_dict["NAME"]
visit = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM gameplay_heartbeat').fetchall()"
subprocess.run([sys.executable, "-c", visit, path], check=True)
connection.cursor().execute("INSERT INTO gameplay_heartbeat (id, at) VALUES (78, '2026-05-04')")
print(path, flush=True)
sys.stdin.read()
"""
"""A process with two connections, which commits after another program has opened and closed the database."""


def test_a_commit_is_kept_whatever_program_opens_and_closes_the_database_meanwhile(tmp_path: Path):
    done("manage.py", "migrate", "--verbosity=0", folder=tmp_path)

    with process("-c", TWO_THREADS, folder=tmp_path) as running:
        assert running.stdout
        path = running.stdout.readline().strip()
        with closing(sqlite3.connect(path)) as database:
            assert database.execute("SELECT id FROM gameplay_heartbeat").fetchall() == [(78,)]
        running.kill()
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT id FROM gameplay_heartbeat").fetchall() == [(78,)]
