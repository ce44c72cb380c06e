"""Reading the files that commands are given."""

from pathlib import Path

from gameplay.engine.errors import UnreadableError


def text_of(file: Path) -> str:
    """Return what stands in ``file``. Raises UnreadableError."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise UnreadableError(reason or "cannot be read", file=str(file)) from error
