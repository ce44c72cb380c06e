"""Tournament files, and those of chess tools, as the commands are given them."""

import sys
from pathlib import Path

from gameplay.engine.errors import UnreadableError
from tournaments.rules.files import read_tournament
from tournaments.rules.history import Tournament
from tournaments.rules.trf import is_trf, read_trf


def tournament_in(file: str) -> Tournament:
    """Return the tournament in ``file``; "-" is standard input. Raises UnreadableError."""
    text = text_of(file)
    return read_trf(text, file=file) if is_trf(text) else read_tournament(text, file=file)


def text_of(file: str) -> str:
    """Return what ``file`` says; "-" is standard input. Raises UnreadableError."""
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise UnreadableError(error.strerror or str(error), file=file) from error
    except UnicodeDecodeError as error:
        raise UnreadableError("is not UTF-8", file=file, place=f"byte {error.start}") from error
