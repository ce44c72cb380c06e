"""The site as a process of its own, with the CPU time and the memory it takes."""

import http.client
import json
import os
import secrets
import socket
import string
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.test import Client

from gameplay.models import Account

PATIENCE = 30.0  # seconds until the site must be up
TICKS = os.sysconf("SC_CLK_TCK")


class Site:
    """A running site; figures are those of its process."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port, self.process = port, process

    def cpu(self) -> float:
        """Seconds of CPU time so far."""
        fields = self._told("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Resident memory in MB."""
        resident = next(line for line in self._told("status").splitlines() if line.startswith("VmRSS"))
        return int(resident.split()[1]) / 1024

    def _told(self, file: str) -> str:
        """What Linux tells of the process."""
        return Path(f"/proc/{self.process.pid}/{file}").read_text(encoding="ascii")


class Person:
    """Somebody at a browser: a session and a connection that is kept."""

    def __init__(self, site: Site, account: Account) -> None:
        client = Client()
        client.force_login(account)
        token = "".join(secrets.choice(string.ascii_letters) for _ in range(32))
        cookies = (
            f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}; csrftoken={token}"
        )
        self.headers = {"Cookie": cookies, "X-CSRFToken": token, "Content-Type": "application/json"}
        self.site, self.connection = site, http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        self.connection.request(method, path, json.dumps(body) if body is not None else None, self.headers)
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def follow(self, stream: str) -> socket.socket:
        """Open a stream of server-sent events and leave it open."""
        wire = socket.create_connection(("127.0.0.1", self.site.port), timeout=60)
        request = f"GET /stream?on={stream} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.headers['Cookie']}\r\n\r\n"
        wire.sendall(request.encode())
        if b" 200 " not in wire.recv(1024).split(b"\r\n")[0]:
            raise RuntimeError(f"{stream} cannot be followed")
        return wire


@contextmanager
def site(database: str) -> Iterator[Site]:
    """Serve ``database``, an SQLite file, as in production; without Redis, on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{database}", "REDIS_URL": "", "LOG_LEVEL": "ERROR"}
    command = [sys.executable, "-m", "uvicorn", "deploy.asgi:application", "--port", str(port), "--log-level", "error"]
    process = subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR)  # noqa: S603  our own server
    try:
        _wait_until_up(port)
        yield Site(port, process)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _wait_until_up(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/healthz")
            connection.getresponse()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the site did not start")
