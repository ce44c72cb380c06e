"""What the selected tests need is read off their files."""

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
def test_the_rules_alone_need_no_django(arguments: list[str], pure: bool):
    paths = [str(TESTS.parent / argument) for argument in arguments]

    assert Selection(paths).is_pure is pure


def test_a_few_tests_run_in_one_process_and_all_of_them_in_several(tmp_path: Path):
    assert not Selection([file(tmp_path, "test_few.py", "", tests=30)]).is_long
    assert Selection([file(tmp_path, "test_many.py", "", tests=100)]).is_long
    assert Selection([str(tmp_path)]).is_long
    assert Selection([file(tmp_path, "test_pages.py", "pytestmark = pytest.mark.browser", tests=15)]).is_long
    assert Selection([]).is_long


def test_of_a_test_that_is_named_only_its_file_is_read(tmp_path: Path):
    where = file(tmp_path, "test_pages.py", "@pytest.mark.browser")

    assert Selection([f"{where}::test_0"]).opens_browsers
    assert not Selection([file(tmp_path, "test_rules.py", "")]).opens_browsers
    assert not Selection([str(tmp_path / "gone.py")]).opens_browsers
