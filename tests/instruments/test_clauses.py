"""The command that lists the clauses of the rules without a test, and the citations of clauses in the code."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.instruments.management.commands.clauses import Coverage, coverage, marked_clauses, required_clauses

ROOT = Path(__file__).parents[2]

CLAUSES = """
[[clause]]
id = "ABC-1.1"
outside = false

[[clause]]
id = "ABC-1.2"
outside = false

[[clause]]
id = "ABC-X.1"
outside = true
"""


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    write(tmp_path / "gameplay/games/chess/clauses.toml", CLAUSES)
    write(tmp_path / "drafting/rules/clauses.toml", CLAUSES.replace("ABC", "DRF"))
    write(tmp_path / "tournaments/rules/clauses.toml", CLAUSES.replace("ABC", "TRN"))
    return tmp_path


def test_clause_without_a_test_is_missing(checkout: Path):
    write(checkout / "tests/test_one.py", '@pytest.mark.clause("ABC-1.2")\ndef test_it(): ...')

    assert coverage(checkout)["chess"] == Coverage(["ABC-1.1", "ABC-1.2"], ["ABC-1.1"])


def test_outside_fact_needs_no_test(checkout: Path):
    assert "ABC-X.1" not in required_clauses(checkout)["chess"]


def test_draft_and_tournament_are_one_ruleset_unless_a_file_names_another(checkout: Path):
    assert required_clauses(checkout)["draft"] == ["DRF-1.1", "DRF-1.2", "TRN-1.1", "TRN-1.2"]

    write(checkout / "tournaments/rules/clauses.toml", 'ruleset = "swiss"' + CLAUSES.replace("ABC", "TRN"))
    assert required_clauses(checkout)["swiss"] == ["TRN-1.1", "TRN-1.2"]


def test_folder_without_a_clause_file_is_not_a_ruleset(checkout: Path):
    write(checkout / "gameplay/games/go/__init__.py", "")

    assert set(required_clauses(checkout)) == {"chess", "draft"}


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ('@pytest.mark.clause("A-1", "A-2")\ndef test_it(): ...', ["A-1", "A-2"]),
        ('pytestmark = [pytest.mark.slow, pytest.mark.clause("A-1")]', ["A-1"]),
        ('P = pytest.param(1, marks=pytest.mark.clause("A-1"))', ["A-1"]),
        ('# @pytest.mark.clause("A-1")\n"""pytest.mark.clause("A-2")"""', []),
    ],
)
def test_marks_are_found_in_code_but_not_in_text(tmp_path: Path, text: str, clauses: list[str]):
    write(tmp_path / "test_one.py", text)

    assert list(marked_clauses([tmp_path / "test_one.py"])) == clauses


def known_clauses() -> set[str]:
    """Return the ids of all clauses in the clause files of this repository."""
    files = [tomllib.loads(path.read_text(encoding="utf-8")) for path in ROOT.glob("*/**/clauses.toml")]
    return {clause["id"] for file in files for clause in file["clause"]}


def test_all_marks_name_known_clauses():
    assert set(marked_clauses((ROOT / "tests").rglob("test_*.py"))) - known_clauses() == set()


def cited_clauses(path: Path, rulesets: set[str]) -> Iterator[tuple[str, str]]:
    """Yield each clause of ``rulesets`` that a string in the source file ``path`` cites, and that string."""
    citation = re.compile(rf"\b(?:{'|'.join(rulesets)})-(?:OP-\d+|X\.\d+|\d+(?:\.\d+)*)")
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for clause in citation.findall(node.value):
                yield clause, node.value


@pytest.mark.parametrize("app", ["cards", "deploy", "drafting", "gameplay", "operations", "tournaments"])
def test_code_cites_only_known_clauses(app: str):
    """A string that is only a citation must name a clause; other texts may also name a section."""
    clauses = known_clauses()
    sections = {clause[: mark.start()] for clause in clauses for mark in re.finditer(r"[-.]", clause)}
    unknown = {
        f"{path.relative_to(ROOT)}: {clause}"
        for path in (ROOT / app).rglob("*.py")
        for clause, text in cited_clauses(path, {clause.partition("-")[0] for clause in clauses})
        if clause not in clauses and (clause == text or clause not in sections)
    }

    assert unknown == set()


@pytest.mark.parametrize(("tests", "code"), [('pytest.mark.clause("ABC-1.1", "ABC-1.2")', 0), ("", 1)])
def test_command_prints_json_and_fails_if_a_clause_is_missing(
    tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str], tests: str, code: int
):
    write(tmp_path / "gameplay/games/chess/clauses.toml", CLAUSES)
    write(tmp_path / "tests/test_one.py", tests)
    settings.BASE_DIR = tmp_path

    with pytest.raises(SystemExit) as end:
        call_command("clauses", "--json")

    assert end.value.code == code
    missing = [] if tests else ["ABC-1.1", "ABC-1.2"]
    assert json.loads(capsys.readouterr().out) == {
        "chess": {"clauses": 2, "covered": 2 - len(missing), "missing": missing}
    }
