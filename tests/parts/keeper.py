"""The keeper of a test run: a process that starts its servers, and stops them when the run ends or is killed.

Each process of the run can order a server through a socket in the run's folder. The process that created the keeper
holds the keeper's standard input open. When the input ends, because the run closed it or was killed, the keeper stops
the servers and removes the folder.
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
ORDER_TIMEOUT = 5.0  # seconds to receive an order


class KeeperClient:
    """A connection to the keeper that listens in ``folder``."""

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
        """Run ``command`` and return its process id. Raises ValueError if it cannot be run.

        ``user`` needs root. ``environment`` is added to that of the keeper. The signal ``stop_by`` stops the server.
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
    """The keeper of a run, as its owner sees it: the servers must not outlive the owner's process."""

    def __init__(self, folder: Path, *, stop_timeout: float = 10.0) -> None:
        """Start a keeper in ``folder``; each server gets ``stop_timeout`` seconds to stop."""
        super().__init__(folder)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(folder / SOCKET))
            listener.listen()
            # Without `site` it starts in a third of the time; it needs only the standard library.
            command = [sys.executable, "-I", "-S", __file__, str(folder), str(stop_timeout), str(listener.fileno())]
            # In its own session, so that Ctrl-C reaches only the run, which needs its database to end cleanly.
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
    """Start the servers ordered through ``listener``; stop them all when ``owner_input`` ends."""
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
    """Receive an order, start its server, and reply with the process id or the error."""
    started: list[tuple[subprocess.Popen[bytes], int]] = []
    client, _ = listener.accept()
    with client, contextlib.suppress(OSError):  # the client may be killed at any time
        client.settimeout(ORDER_TIMEOUT)
        with client.makefile(encoding="utf-8") as lines:
            text = lines.readline()
        if text.endswith("\n"):
            order = json.loads(text)
            try:
                started.append((_start(order), signal.Signals[order["stop_by"]]))
                answer: dict[str, Any] = {"pid": started[0][0].pid}
            except OSError as error:
                answer = {"error": str(error)}
            client.sendall(json.dumps(answer).encode() + b"\n")
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
    """Return the options of subprocess to run a command as ``user``, who may have no access to the current folder."""
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
