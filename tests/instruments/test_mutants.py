"""Mutation testing of the rules."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gameplay.engine.core.errors import UnreadableError
from tests.instruments.mutants.mutations import apply_mutation, mutations
from tests.instruments.mutants.sample import sample_mutants
from tests.instruments.mutants.trial import ROOT


def changes(source: str) -> list[tuple[str, str]]:
    return [(fault.before, fault.after) for fault in mutations(source)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a < b", ["a <= b"]),
        ("a == b", ["a != b"]),
        ("a in b", ["a not in b"]),
        ("a is b", ["a is not b"]),
        ("a and b", ["a or b"]),
        ("a + b", ["a - b"]),
        ("not a", ["a"]),
        ("-a", ["a"]),
        ("2", ["3"]),
        ("True", ["False"]),
        ("'fight'", ["'fight!'"]),
        ("lambda: a", ["lambda: None"]),
        ("min(a)", ["max(a)"]),
        ("f(a, by=b)", ["f(a)"]),
        ("a if b else c", ["a if not b else c"]),
    ],
)
def test_expression_is_mutated(before: str, after: list[str]):
    assert changes(f"({before}) if None else 0")[1:-1] == [(before, each) for each in after]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(a)", ["pass"]),
        ("yield from f(a)", ["pass"]),
        ("a = b", ["a = None"]),
        ("a += b", ["a -= b", "a = b"]),
        ("return a", ["return None"]),
        ("raise a", ["pass"]),
        ("while a:", ["while not a:"]),
        ("for a in b:", ["for a in ():"]),
    ],
)
def test_statement_is_mutated_or_removed(before: str, after: list[str]):
    body = " pass" if before.endswith(":") else ""

    assert changes(f"def rule():\n    {before}{body}") == [(before, each) for each in after]


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""',
        "import a",
        "assert a == 1",
        "Pair = tuple[int, 1]",
        "D = TypeVar('D')",
        "@cache(1)\ndef f(a: 1) -> 1: pass",
        "class A:\n    __slots__ = ('a',)\n    def __repr__(self): return 'A'",
        "sentence = _('The deck has %d cards.')",
        "error = UnreadableError('no such field')",
        "f'no field {a}'",
    ],
)
def test_code_that_tests_should_not_check_is_not_mutated(source: str):
    assert changes(source) == []


def test_mutation_is_applied_only_at_its_place():
    source = "def rule(a):\n    return a + 1\n\ndef other(a):\n    return a + 1 + 1\n"
    [fault] = [fault for fault in mutations(source) if fault.name == "other: 1 -> 2 (2)"]

    assert fault.line == 5
    assert ast.unparse(apply_mutation(fault, source)) == ast.unparse(ast.parse(source.replace("1 + 1", "1 + 2")))


def test_mutation_has_the_line_of_its_statement():
    [*_, fault] = mutations("def rule():\n    return f(\n        1,\n        2,\n    )\n")

    assert (fault.before, fault.line, fault.statement) == ("2", 4, 2)


def test_sample_is_random_and_reproducible():
    first, again, other = (sample_mutants("gameplay.engine", seed, 50) for seed in ("a", "a", "b"))

    assert first == again != other
    assert len({mutant.module for mutant in first}) > 5
    assert sample_mutants("gameplay.engine", "a", 20) == first[:20]


def test_only_modules_of_the_rules_are_accepted():
    with pytest.raises(UnreadableError):
        sample_mutants("deploy.settings", "a", 1)


def mutants(tests: str, file: Path) -> tuple[int, dict[str, Any]]:
    """Run the command with three mutants of the module ``chance`` and one test file; return its status and result."""
    arguments = ["gameplay.engine.core.chance", "--sample", "3", "--tests", f"tests/gameplay/engine/{tests}"]
    command = [sys.executable, str(ROOT / "manage.py"), "mutants", *arguments, "--file", str(file)]
    # The command starts its own pytest, which must not act as a worker of this one.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    process = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert process.stdout, process.stderr
    [result] = json.loads(process.stdout)
    return process.returncode, result


def test_only_the_tests_of_a_module_kill_its_mutants(tmp_path: Path):
    file = tmp_path / "verdicts"

    assert mutants("text/test_effects.py", file)[1]["killed"] == 0
    status, result = mutants("core/test_chance.py", file)

    assert (status, result["killed"], result["survivors"]) == (0, 3, [])
    assert len(file.read_text(encoding="utf-8").splitlines()) == 6
    assert mutants("core/test_chance.py", file)[1] == result, "the verdicts are stored"
    assert len(file.read_text(encoding="utf-8").splitlines()) == 6
