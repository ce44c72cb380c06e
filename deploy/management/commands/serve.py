"""``manage.py serve``: prepare the database and the static files, and serve the site."""

from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from deploy.server.connections import LimitedHttp

SHUTDOWN_SECONDS = 5


class Command(BaseCommand):
    help = "Migrate the database, collect the static files, and serve the site until interrupted."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--prepared", action="store_true", help="the database is migrated and the static files are collected"
        )

    def handle(self, *, host: str, port: int, prepared: bool, **options: Any) -> None:
        if not prepared:
            prepare_site()
        # The site reads X-Forwarded-For (TRUSTED_PROXIES) and logs its requests itself.
        limits: dict[str, Any] = {"http": LimitedHttp, "proxy_headers": False, "access_log": False}
        uvicorn.run(
            "deploy.asgi:application", host=host, port=port, timeout_graceful_shutdown=SHUTDOWN_SECONDS, **limits
        )


def prepare_site() -> None:
    """Migrate the database and collect the static files."""
    call_command("migrate", interactive=False, verbosity=0)
    if settings.STATIC_MANIFEST:
        call_command("collectstatic", interactive=False, verbosity=0)
