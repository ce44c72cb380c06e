"""Tournament files, and those of chess tools, as the commands are given them."""

import sys
from pathlib import Path

from gameplay.engine.core.errors import UnreadableError
from gameplay.management import input_files
from tournaments.rules.history import Tournament
from tournaments.rules.tournament_file import read_tournament
from tournaments.rules.trf import is_trf, read_trf


def read_tournament_input(file: str) -> Tournament:
    """Return the tournament in ``file``; "-" is standard input. Raises UnreadableError."""
    text = read_input(file)
    return read_trf(text, file=file) if is_trf(text) else read_tournament(text, file=file)


def read_input(file: str) -> str:
    """Return what ``file`` says; "-" is standard input. Raises UnreadableError."""
    return _standard_input() if file == "-" else input_files.read_text(Path(file))


def _standard_input() -> str:
    """Where the terminal knows ASCII alone, bytes that are not UTF-8 come as lone surrogates. Raises UnreadableError."""
    try:
        text = sys.stdin.read()
        text.encode()
    except UnicodeError as error:
        start = error.start if isinstance(error, UnicodeDecodeError | UnicodeEncodeError) else 0
        raise UnreadableError("is not UTF-8", file="-", place=f"character {start}") from error
    return text
