"""The requirements of the selected tests, read from their files before these are imported."""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
# The code that these folders test does not use Django (see CONTRIBUTING.md), nor do the tests.
PURE = tuple(TESTS / folder for folder in ("gameplay/engine", "drafting/rules", "tournaments/rules"))
TEST = re.compile(r"^\s*(?:async )?def test_", re.MULTILINE)
BROWSER = re.compile(r"\bmark\.browser\b")
# Approximate seconds per test function, and the total from which workers save more time than they take to start.
SECONDS_PURE, SECONDS, SECONDS_BROWSER, MIN_PARALLEL_SECONDS = 0.03, 0.5, 2.0, 20.0


class Selection:
    """The tests selected by ``arguments`` of pytest's command line; all tests if there are none."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.paths = [Path(argument.partition("::")[0]).resolve() for argument in arguments] or [TESTS]

    @property
    def is_pure(self) -> bool:
        """Whether all tests are of pure rules, which do not use Django."""
        return all(_is_pure(path) for path in self.paths)

    @property
    def opens_browsers(self) -> bool:
        return any(BROWSER.search(text) for text in self._files.values())

    @property
    def is_long(self) -> bool:
        """Whether the tests take long enough to run in several processes."""
        return sum(_seconds(path, text) for path, text in self._files.items()) > MIN_PARALLEL_SECONDS

    @cached_property
    def _files(self) -> dict[Path, str]:
        files: Iterable[Path] = (
            file for path in self.paths for file in (path.rglob("test_*.py") if path.is_dir() else [path])
        )
        return {file: file.read_text(encoding="utf-8") for file in files if file.suffix == ".py" and file.exists()}


def _is_pure(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in PURE)


def _seconds(path: Path, text: str) -> float:
    seconds = SECONDS_PURE if _is_pure(path) else SECONDS_BROWSER if BROWSER.search(text) else SECONDS
    return seconds * len(TEST.findall(text))
