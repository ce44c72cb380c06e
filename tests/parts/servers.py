"""The site's server, in a thread, and its Celery worker, in a process, with the test database."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit
from uuid import uuid4

import uvicorn
from django.conf import settings
from django.db import connection

from tests.parts.keeper import Keeper
from tests.parts.waiting import eventually

START_TIMEOUT = 30.0  # seconds


@contextmanager
def serve_site() -> Iterator[str]:
    """Serve the site with uvicorn, as in production, on a free port; yield its address."""
    config = uvicorn.Config(
        "deploy.asgi:application",
        port=0,
        http="deploy.server.connections:LimitedHttp",
        proxy_headers=False,
        lifespan="on",
        log_config=None,
        log_level="warning",
        timeout_graceful_shutdown=1,
    )
    uvicorn_server = uvicorn.Server(config)
    thread = threading.Thread(target=uvicorn_server.run, name="server", daemon=True)
    thread.start()
    eventually(lambda: uvicorn_server.started or not thread.is_alive(), seconds=START_TIMEOUT)
    if not uvicorn_server.started:
        raise RuntimeError("the server did not start")
    port = uvicorn_server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://localhost:{port}"
    finally:
        uvicorn_server.should_exit = True
        thread.join(START_TIMEOUT)


@contextmanager
def serve_compressed(port: int) -> Iterator[str]:
    """Serve the site in its own process with collected, compressed static files, as on a real site."""
    folder = Path(tempfile.mkdtemp(prefix="passleft-site-"))
    environment = {
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        "STATIC_MANIFEST": "1",
        "STATIC_ROOT": str(folder / "static"),
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
    subprocess.run(collect, check=True, env=os.environ | environment, cwd=settings.BASE_DIR)
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "deploy.asgi:application",
        "--http",
        "deploy.server.connections:LimitedHttp",
    ]
    keeper = Keeper(folder, stop_timeout=START_TIMEOUT)
    try:
        keeper.start([*command, "--no-proxy-headers", f"--port={port}"], log=folder / "log", environment=environment)
        if not eventually(lambda: is_open(port), seconds=START_TIMEOUT):
            raise RuntimeError(f"the server did not start:\n{(folder / 'log').read_text()}")
        yield f"http://localhost:{port}"
    finally:
        keeper.close()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def run_worker(queue: str = "celery") -> Iterator[int]:
    """Run a Celery worker with the test database, in a process that ends even if this process is killed.

    Yield its process id.
    """
    from deploy.celery import app

    name = f"{uuid4()}@localhost"
    command = [sys.executable, "-m", "celery", "-A", "deploy.celery:app", "worker", "--pool=threads", "--concurrency=2"]
    command += [f"--hostname={name}", f"--queues={queue}", "--loglevel=WARNING"]
    folder = Path(tempfile.mkdtemp(prefix="passleft-worker-"))
    log = folder / "log"
    keeper = Keeper(folder, stop_timeout=START_TIMEOUT)
    try:
        pid = keeper.start(command, log=log, environment={"DATABASE_URL": database_url()})
        if not eventually(lambda: app.control.ping([name], timeout=0.2), seconds=START_TIMEOUT):
            raise RuntimeError(f"the worker did not start:\n{log.read_text() if log.exists() else ''}")
        yield pid
    finally:
        keeper.close()


def database_url() -> str:
    """Return the address of the test database of this process."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    address = urlsplit(os.environ["DATABASE_URL"])
    return address._replace(path=f"{address.path.rpartition('/')[0]}/{quote(name)}").geturl()


def is_open(port: int) -> bool:
    """Return whether something listens on ``port``."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
