"""Keep the servers of a run for as long as the run lives, however it ends.

A process of its own starts the servers that any process of the run asks for, through a socket in the run's folder. The
process that made it holds its input open: when that ends, because the run closed it or because the run was killed, the
keeper stops the servers and removes the folder.
"""

import contextlib
import json
import os
import pwd
import selectors
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import IO, Any, NoReturn

SOCKET = "keeper"
ORDER_TIMEOUT = 5.0  # seconds until an order must have arrived


class KeeperClient:
    """The servers of the run whose keeper listens in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def start(
        self,
        command: list[str],
        *,
        log: Path,
        user: str | None = None,
        stop_by: str = "SIGTERM",
        environment: dict[str, str] | None = None,
    ) -> int:
        """Run ``command``, as ``user`` if root may, with ``environment`` added to the keeper's, and return its process id.

        The signal ``stop_by`` ends it. Raises ValueError if it cannot be run.
        """
        order = {
            "command": command,
            "log": str(log),
            "user": user,
            "stop_by": stop_by,
            "environment": environment or {},
        }
        with socket.socket(socket.AF_UNIX) as keeper:
            keeper.connect(str(self.folder / SOCKET))
            keeper.sendall(json.dumps(order).encode() + b"\n")
            with keeper.makefile(encoding="utf-8") as lines:
                answer = json.loads(lines.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return int(answer["pid"])


class Keeper(KeeperClient):
    """The keeper of a run, for the process that the servers must not outlive."""

    def __init__(self, folder: Path, *, stop_timeout: float = 10.0) -> None:
        """Keep servers in ``folder``; each gets ``patience`` seconds to stop."""
        super().__init__(folder)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(folder / SOCKET))
            listener.listen()
            # Without `site`: it needs the standard library alone, and starts in a third of the time.
            command = [sys.executable, "-I", "-S", __file__, str(folder), str(stop_timeout), str(listener.fileno())]
            # A session of its own: Ctrl-C is for the run, which still needs its database to end in order.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[listener.fileno()],
                start_new_session=True,
            )

    def close(self) -> None:
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()


def run_keeper(folder: Path, owner_input: IO[str], listener: socket.socket, *, stop_timeout: float) -> None:
    """Start the servers that are asked for through ``listener``, and stop all of them when ``owner`` has ended."""
    servers: list[tuple[subprocess.Popen[bytes], int]] = []
    try:
        with selectors.DefaultSelector() as waiting:
            waiting.register(owner_input, selectors.EVENT_READ)
            waiting.register(listener, selectors.EVENT_READ)
            while all(key.fileobj is listener for key, _ in waiting.select()):
                servers = [(server, number) for server, number in servers if server.poll() is None]  # some were killed
                servers += _serve(listener)
    finally:
        for server, number in reversed(servers):
            _stop(server, number, stop_timeout)
        shutil.rmtree(folder, ignore_errors=True)


def _serve(listener: socket.socket) -> list[tuple[subprocess.Popen[bytes], int]]:
    """Start the server that a process of the run orders, and answer with its process id, or with why it cannot be run."""
    started: list[tuple[subprocess.Popen[bytes], int]] = []
    asking, _ = listener.accept()
    with asking, contextlib.suppress(OSError):  # the process that asks may be killed at any moment
        asking.settimeout(ORDER_TIMEOUT)
        with asking.makefile(encoding="utf-8") as lines:
            text = lines.readline()
        if text.endswith("\n"):
            order = json.loads(text)
            try:
                started.append((_start(order), signal.Signals[order["stop_by"]]))
                answer: dict[str, Any] = {"pid": started[0][0].pid}
            except OSError as error:
                answer = {"error": str(error)}
            asking.sendall(json.dumps(answer).encode() + b"\n")
    return started


def _start(order: dict[str, Any]) -> subprocess.Popen[bytes]:
    as_user: dict[str, Any] = as_user_options(order["user"]) if order["user"] else {}
    with Path(order["log"]).open("ab") as log:
        return subprocess.Popen(
            order["command"],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env=os.environ | order["environment"],
            **as_user,
        )


def as_user_options(user: str) -> dict[str, Any]:
    """Return what subprocess needs to run a command as ``user``, who may not even look into the present folder."""
    return {"cwd": "/", "user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


def _stop(server: subprocess.Popen[bytes], number: int, stop_timeout: float) -> None:
    if server.poll() is None:
        server.send_signal(number)
    try:
        server.wait(stop_timeout)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _exit_on_signal(number: int, frame: object) -> NoReturn:
    raise SystemExit(128 + number)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _exit_on_signal)
    with socket.socket(fileno=int(sys.argv[3])) as orders:
        run_keeper(Path(sys.argv[1]), sys.stdin, orders, stop_timeout=float(sys.argv[2]))
