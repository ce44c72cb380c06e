"""The site in a separate process, with SQLite unless its environment names another database."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from http.client import HTTPConnection, HTTPMessage, HTTPResponse
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings

from tests.parts import database

TIMEOUT = 20.0  # seconds
FORM = "application/x-www-form-urlencoded"


class Reply(NamedTuple):
    status: int
    headers: HTTPMessage
    text: str


KEPT = ("PATH", "HOME", "PYTHONPATH", "PYTHONPYCACHEPREFIX")
"""The environment variables that a process of a site keeps."""


class SiteProcess:
    """A server and its address. ``options`` are for uvicorn, ``environment`` for all its processes.

    If ``log`` is given, the server writes all its output to it, including the access log.
    """

    def __init__(
        self, folder: Path, *options: str, environment: Mapping[str, str] | None = None, log: Path | None = None
    ) -> None:
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        own = {"VAR": str(folder), "DJANGO_SETTINGS_MODULE": "tests.deploy.followable_settings"}
        self.environment = kept | own | dict(environment or {})
        self.prepare_database()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.options, self.log = options, log
        self.start()

    def prepare_database(self) -> None:
        """Copy the migrated SQLite file, which is 100 times as fast as migrating; migrate other databases."""
        if "DATABASE_URL" in self.environment:
            self.run("-m", "django", "migrate", "--verbosity=0")
        else:
            database.copy_migrated_file(Path(self.environment["VAR"]) / "passleft.sqlite3")

    def start(self) -> None:
        """Start the server, or start it again after it was stopped or killed."""
        command = ["-m", "uvicorn", "deploy.asgi:application", f"--port={self.port}", "--timeout-graceful-shutdown=10"]
        command.append("--http=deploy.server.connections:LimitedHttp")
        options = self.options or (() if self.log else ("--no-access-log",))
        with self.log.open("a") if self.log else nullcontext(subprocess.PIPE) as output:
            self.process = subprocess.Popen(
                [sys.executable, *command, *options],
                env=self.environment, cwd=settings.BASE_DIR, stdout=output, stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip

    def run(self, *command: str) -> str:
        run = subprocess.run(
            [sys.executable, *command],
            env=self.environment, cwd=settings.BASE_DIR, check=True, text=True, stdout=subprocess.PIPE,
        )  # fmt: skip
        return run.stdout.strip()

    def shell(self, code: str) -> str:
        """Run ``code`` with Django set up, and return what it prints."""
        return self.run("-c", f"import django; django.setup()\n{code}")

    @contextmanager
    def open(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Iterator[HTTPResponse]:
        with closing(HTTPConnection("localhost", self.port, timeout=TIMEOUT)) as connection:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            with connection.getresponse() as response:
                yield response

    def request(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Reply:
        with self.open(path, method, body, **headers) as response:
            return Reply(response.status, response.headers, response.read().decode())

    def post(self, path: str, *, page: str = "", **fields: str) -> Reply:
        """Load the form of ``page`` without a session, and submit it to ``path``."""
        form = self.request(page or path)
        cookie = form.headers["Set-Cookie"].split(";")[0]
        token = form.text.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        headers = {
            name.removeprefix("header_"): fields.pop(name) for name in list(fields) if name.startswith("header_")
        }
        body = urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        return self.request(path, "POST", body, Cookie=cookie, Content_Type=FORM, **headers)

    def wait_until_ready(self) -> None:
        """Wait until the server responds."""
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            try:
                self.request("/healthz")
            except ConnectionError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server did not start")

    def stop(self) -> str:
        """Stop the server with SIGTERM; return its output."""
        self.process.send_signal(signal.SIGTERM)
        output, _ = self.process.communicate(timeout=TIMEOUT)
        return output

    def kill(self) -> None:
        """Kill the server if it is still running."""
        self.process.kill()
        self.process.communicate()


@contextmanager
def running_site(
    folder: Path, *options: str, environment: Mapping[str, str] | None = None, log: Path | None = None
) -> Iterator[SiteProcess]:
    """Serve the site from ``folder``; yield it once it responds. Much output needs a ``log``, because pipes fill up."""
    site = SiteProcess(folder, *options, environment=environment, log=log)
    try:
        site.wait_until_ready()
        yield site
    finally:
        site.kill()
