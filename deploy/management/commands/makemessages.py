"""``manage.py makemessages``: collect the messages of the code and the templates for the catalogues."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.core.management.commands import makemessages

NO_MESSAGES = (".venv", ".tools", ".cache", "tests", "var", "staticfiles")


class Command(makemessages.Command):
    """Django's command, with the options of this project: all languages, no line numbers, no obsolete messages."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(
            locale=[code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE],
            ignore_patterns=list(NO_MESSAGES),
            add_location="file",
            no_wrap=True,
            no_obsolete=True,
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for code in options["locale"]:
            settings.LOCALE_PATHS[0].joinpath(code).mkdir(parents=True, exist_ok=True)
        super().handle(*args, **options)
