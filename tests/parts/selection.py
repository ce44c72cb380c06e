"""What the tests that somebody selects will need, read off their files before any of them is imported."""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
# What these folders test knows no Django (see CONTRIBUTING.md), and neither do their tests.
PURE = tuple(TESTS / folder for folder in ("gameplay/engine", "drafting/rules", "tournaments/rules"))
TEST = re.compile(r"^\s*(?:async )?def test_", re.MULTILINE)
BROWSER = re.compile(r"\bmark\.browser\b")
# Seconds that a test function takes, roughly, and that all must take for workers to gain what each needs to start.
SECONDS_PURE, SECONDS, SECONDS_BROWSER, MIN_PARALLEL_SECONDS = 0.03, 0.5, 2.0, 20.0


class Selection:
    """The tests of ``arguments``, as pytest's command line names them; all of them without any."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.paths = [Path(argument.partition("::")[0]).resolve() for argument in arguments] or [TESTS]

    @property
    def is_pure(self) -> bool:
        """Whether all of them test pure rules, which need no Django."""
        return all(_is_pure(path) for path in self.paths)

    @property
    def opens_browsers(self) -> bool:
        return any(BROWSER.search(text) for text in self._files.values())

    @property
    def is_long(self) -> bool:
        """Whether they take long enough to be worth several processes."""
        return sum(_seconds(path, text) for path, text in self._files.items()) > MIN_PARALLEL_SECONDS

    @cached_property
    def _files(self) -> dict[Path, str]:
        found: Iterable[Path] = (
            file for path in self.paths for file in (path.rglob("test_*.py") if path.is_dir() else [path])
        )
        return {file: file.read_text(encoding="utf-8") for file in found if file.suffix == ".py" and file.exists()}


def _is_pure(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in PURE)


def _seconds(path: Path, text: str) -> float:
    each = SECONDS_PURE if _is_pure(path) else SECONDS_BROWSER if BROWSER.search(text) else SECONDS
    return each * len(TEST.findall(text))
