"""Commands of the processes of a site as in production, and session credentials. For the benchmarks and `kills`."""

import contextlib
import secrets
import socket
import time

from django.conf import settings
from django.test import Client

from gameplay.models import Account

PORT_RANGE = range(20_000, 32_000)  # below the ports that Linux assigns to outgoing connections
START_TIMEOUT = 180.0  # seconds
UVICORN_OPTIONS = [
    "--http",
    "deploy.server.connections:LimitedHttp",
    "--no-proxy-headers",
    "--timeout-graceful-shutdown",
    "5",
]
WEB = ["uvicorn", "deploy.asgi:application", *UVICORN_OPTIONS, "--log-level", "error", "--port"]
WORKER = ["celery", "-A", "deploy.celery", "worker", "--pool=threads", "--concurrency=4", "--loglevel=ERROR"]
BEAT = ["celery", "-A", "deploy.celery", "beat", "--loglevel=ERROR"]


def session_credentials(account: Account) -> dict[str, str]:
    """Return the ``cookie`` and the CSRF ``token`` that a browser of ``account`` would send."""
    client, token = Client(), secrets.token_hex(16)
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return {"cookie": f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={token}", "token": token}


def free_port() -> int:
    """Return an unused port, which no outgoing connection can occupy while its server is down."""
    while True:
        port = PORT_RANGE.start + secrets.randbelow(len(PORT_RANGE))
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def wait_for_port(port: int) -> None:
    """Wait until a process listens on ``port``. Raises RuntimeError after START_TIMEOUT."""
    until = time.monotonic() + START_TIMEOUT
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("the site did not start")
