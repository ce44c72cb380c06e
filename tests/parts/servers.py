"""The site's own processes, on the test database: the server in a thread, the worker as a process."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote, urlsplit

import uvicorn
from django.db import connection

PATIENCE = 30.0  # seconds until it must be up


@contextmanager
def server() -> Iterator[str]:
    """Serve the site by uvicorn, as in production, on a free port; yield its address."""
    config = uvicorn.Config(
        "deploy.asgi:application",
        port=0,
        lifespan="on",
        log_config=None,
        log_level="warning",
        timeout_graceful_shutdown=1,
    )
    uvicorn_server = uvicorn.Server(config)
    thread = threading.Thread(target=uvicorn_server.run, name="server", daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE
    while not uvicorn_server.started:
        if not thread.is_alive() or time.monotonic() > until:
            raise RuntimeError("the server did not start")
        time.sleep(0.01)
    port = uvicorn_server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://localhost:{port}"
    finally:
        uvicorn_server.should_exit = True
        thread.join(PATIENCE)


@contextmanager
def worker() -> Iterator["subprocess.Popen[bytes]"]:
    """Run a Celery worker for the test database; yield its process once it answers."""
    from deploy.celery import app

    command = [sys.executable, "-m", "celery", "-A", "deploy.celery:app", "worker", "--pool=threads", "--concurrency=2"]
    environment = os.environ | {"DATABASE_URL": database_url()}
    with subprocess.Popen([*command, "--loglevel=WARNING"], env=environment) as process:
        try:
            until = time.monotonic() + PATIENCE
            while not app.control.ping(timeout=0.2):
                if process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError("the worker did not start")
            yield process
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


def database_url() -> str:
    """Return the address of the test database that this process uses now."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    address = urlsplit(os.environ["DATABASE_URL"])
    return address._replace(path=f"{address.path.rpartition('/')[0]}/{quote(name)}").geturl()
