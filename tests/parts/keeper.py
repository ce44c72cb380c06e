"""Keep the servers of a run for as long as the run lives, however it ends.

Started as a process of its own, it reads a line of JSON for each server to start, and answers with its process id. Its
input ends when the run closes it, and as well when the run is killed; then it stops the servers and removes their folder.
"""

import contextlib
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any, NoReturn


class Keeper:
    """The run's end of it."""

    def __init__(self, folder: Path, *, patience: float = 10.0) -> None:
        """Keep servers in ``folder``; each gets ``patience`` seconds to stop."""
        self.folder = folder
        command = [sys.executable, __file__, str(folder), str(patience)]
        # A session of its own: Ctrl-C is for the run, which still needs its database to end in order.
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._process = subprocess.Popen(command, start_new_session=True, **pipes)

    def start(
        self,
        command: list[str],
        *,
        log: Path,
        user: str | None = None,
        stop_by: str = "SIGTERM",
        environment: dict[str, str] | None = None,
    ) -> int:
        """Run ``command``, as ``user`` if root may, with what ``environment`` adds, and return its process id.

        The signal ``stop_by`` ends it. Raises ValueError if it cannot be run.
        """
        assert self._process.stdin
        assert self._process.stdout
        asked = {
            "command": command,
            "log": str(log),
            "user": user,
            "stop_by": stop_by,
            "environment": environment or {},
        }
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()


def keep(folder: Path, asked: IO[str], *, patience: float) -> None:
    """Start each server ``asked`` for, a line each, and stop all when there is no more to read."""
    servers: list[tuple[subprocess.Popen[bytes], int]] = []
    try:
        for line in asked:
            servers = [(server, number) for server, number in servers if server.poll() is None]  # some were killed
            order = json.loads(line)
            servers.append((_start(order), signal.Signals[order["stop_by"]]))
            print(servers[-1][0].pid, flush=True)
    finally:
        for server, number in reversed(servers):
            _stop(server, number, patience)
        shutil.rmtree(folder, ignore_errors=True)


def _start(order: dict[str, Any]) -> subprocess.Popen[bytes]:
    as_user: dict[str, Any] = as_if(order["user"]) if order["user"] else {}
    with Path(order["log"]).open("ab") as log:
        return subprocess.Popen(
            order["command"],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env=os.environ | order["environment"],
            **as_user,
        )


def as_if(user: str) -> dict[str, Any]:
    """Return what subprocess needs to run a command as ``user``, who may not even look into the present folder."""
    return {"cwd": "/", "user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


def _stop(server: subprocess.Popen[bytes], number: int, patience: float) -> None:
    if server.poll() is None:
        server.send_signal(number)
    try:
        server.wait(patience)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def _leave(number: int, frame: object) -> NoReturn:
    raise SystemExit(128 + number)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _leave)
    keep(Path(sys.argv[1]), sys.stdin, patience=float(sys.argv[2]))
