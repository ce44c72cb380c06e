"""``manage.py pictures``: take the pictures of the guides again."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from playwright.sync_api import Browser, sync_playwright

from deploy.temporary_database import temporary_database
from tests.instruments.pictures.journey import Journey
from tests.parts import MissingPartError
from tests.parts.chromium import executable
from tests.parts.servers import serve_site
from tournaments.guides import PICTURE_LANGUAGES

FOLDER = Path(settings.BASE_DIR, "tournaments", "static", "tournaments", "help")


class Command(BaseCommand):
    help = "Go through an event with a browser, and take the pictures of the guides in every language."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--language", choices=PICTURE_LANGUAGES, action="append", help="Only this language.")
        parser.add_argument("--folder", type=Path, default=FOLDER, help="Where the pictures are stored.")

    def handle(self, *, language: list[str] | None, folder: Path, **options: Any) -> None:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright runs an event loop in this thread
        try:
            path = executable()
        except MissingPartError as error:
            raise CommandError(str(error)) from error
        with temporary_database(), serve_site() as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path)
            sizes = [self.take(browser, url, code, folder) for code in language or PICTURE_LANGUAGES]
            browser.close()
        self.stdout.write(f"{sum(sizes) / 1000:.0f} kB in {folder}")

    def take(self, browser: Browser, url: str, language: str, folder: Path) -> int:
        """Store the pictures in ``language``; return their size in bytes."""
        size = 0
        for name, picture in Journey(browser, url, language).take_all():
            file = folder / language / f"{name}.webp"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(picture)
            size += len(picture)
            self.stderr.write(f"{language} {name}: {len(picture) / 1000:.0f} kB")
        return size
