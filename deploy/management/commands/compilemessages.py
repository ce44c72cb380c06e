"""``manage.py compilemessages``: compile the catalogues of all languages. Needs Babel, from the test group."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compile the catalogues of all languages (deploy/locale)."

    def handle(self, *args: Any, **options: Any) -> None:
        for source in sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/*.po")):
            _compile(source, source.with_suffix(".mo"))
            self.stdout.write(f"{source.parent.parent.name}: compiled")


def _compile(source: Path, compiled: Path) -> None:
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - not on a site, which has the compiled files
    from babel.messages.pofile import read_po  # noqa: PLC0415

    with source.open("rb") as file:
        catalogue = read_po(file)
    with compiled.open("wb") as file:
        write_mo(file, catalogue)
