"""The requirements of the selected tests are read from their files."""

from pathlib import Path

import pytest

from tests.parts.selection import TESTS, Selection


def file(folder: Path, name: str, text: str, *, tests: int = 1) -> str:
    functions = "".join(f"def test_{number}():\n    pass\n" for number in range(tests))
    (folder / name).write_text(f"{text}\n{functions}", encoding="utf-8")
    return str(folder / name)


@pytest.mark.parametrize(
    ("arguments", "pure"),
    [
        (["tests/gameplay/engine"], True),
        (["tests/gameplay/engine/core/test_game.py::test_x[a::b]", "tests/tournaments/rules"], True),
        (["tests/gameplay/engine", "tests/gameplay"], False),
        (["tests/tournaments"], False),
        ([], False),
    ],
)
def test_only_tests_of_the_rules_are_pure(arguments: list[str], pure: bool):
    paths = [str(TESTS.parent / argument) for argument in arguments]

    assert Selection(paths).is_pure is pure


def test_selection_is_long_with_many_or_slow_tests(tmp_path: Path):
    assert not Selection([file(tmp_path, "test_few.py", "", tests=30)]).is_long
    assert Selection([file(tmp_path, "test_many.py", "", tests=100)]).is_long
    assert Selection([str(tmp_path)]).is_long
    assert Selection([file(tmp_path, "test_pages.py", "pytestmark = pytest.mark.browser", tests=15)]).is_long
    assert Selection([]).is_long


def test_only_the_files_of_named_tests_are_read(tmp_path: Path):
    where = file(tmp_path, "test_pages.py", "@pytest.mark.browser")

    assert Selection([f"{where}::test_0"]).opens_browsers
    assert not Selection([file(tmp_path, "test_rules.py", "")]).opens_browsers
    assert not Selection([str(tmp_path / "gone.py")]).opens_browsers
