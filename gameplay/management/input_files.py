"""Reads the input files of commands."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from gameplay.engine.core.errors import UnreadableError


def read_text(file: Path) -> str:
    """Return the text of ``file``. Raise UnreadableError."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise UnreadableError(error.strerror or "cannot be read", file=str(file)) from error
    except UnicodeDecodeError as error:
        raise UnreadableError("is not UTF-8", file=str(file), place=f"byte {error.start}") from error


@contextmanager
def exit_if_unreadable(command: BaseCommand, file: Path) -> Iterator[None]:
    """Exit ``command`` with status 2 and a one-line reason if ``file``, or the cards it names, cannot be read."""
    try:
        yield
    except UnreadableError as error:
        command.stderr.write(str(error))
        sys.exit(2)
    except DatabaseError as error:
        command.stderr.write(
            f"{file}: names a card that is not in the bundled sets, and imported sets cannot be read: {error}"
        )
        sys.exit(2)
