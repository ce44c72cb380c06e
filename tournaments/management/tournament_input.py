"""Read the input of commands: tournament files and TRFs."""

import sys
from pathlib import Path

from gameplay.engine.core.errors import UnreadableError
from gameplay.management import input_files
from tournaments.rules.history import Tournament
from tournaments.rules.tournament_file import read_tournament
from tournaments.rules.trf_reader import is_trf, read_trf


def read_tournament_input(file: str) -> Tournament:
    """Return the tournament in ``file``; "-" is standard input. Raise UnreadableError."""
    text = read_input(file)
    return read_trf(text, file=file) if is_trf(text) else read_tournament(text, file=file)


def read_input(file: str) -> str:
    """Return the text of ``file``; "-" is standard input. Raise UnreadableError."""
    return _standard_input() if file == "-" else input_files.read_text(Path(file))


def _standard_input() -> str:
    """Return the text of standard input; raise UnreadableError if it is not UTF-8.

    If the terminal encoding is ASCII, invalid bytes are read as lone surrogates, which encoding detects.
    """
    try:
        text = sys.stdin.read()
        text.encode()
    except UnicodeError as error:
        start = error.start if isinstance(error, UnicodeDecodeError | UnicodeEncodeError) else 0
        raise UnreadableError("is not UTF-8", file="-", place=f"character {start}") from error
    return text
