"""Measuring how much of the rules the tests hold."""

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
def test_an_expression_is_changed(before: str, after: list[str]):
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
def test_a_statement_is_changed_or_left_out(before: str, after: list[str]):
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
        "sentence = _('Nobody says it is %d.')",
        "error = UnreadableError('no such field')",
        "f'no field {a}'",
    ],
)
def test_what_no_test_should_hold_is_left_alone(source: str):
    assert changes(source) == []


def test_a_fault_is_put_in_its_place_and_nowhere_else():
    source = "def rule(a):\n    return a + 1\n\ndef other(a):\n    return a + 1 + 1\n"
    [fault] = [fault for fault in mutations(source) if fault.name == "other: 1 -> 2 (2)"]

    assert fault.line == 5
    assert ast.unparse(apply_mutation(fault, source)) == ast.unparse(ast.parse(source.replace("1 + 1", "1 + 2")))


def test_a_fault_knows_the_line_of_its_statement():
    [*_, fault] = mutations("def rule():\n    return f(\n        1,\n        2,\n    )\n")

    assert (fault.before, fault.line, fault.statement) == ("2", 4, 2)


def test_a_sample_is_as_if_by_lot_and_the_same_again():
    first, again, other = (sample_mutants("gameplay.engine", seed, 50) for seed in ("a", "a", "b"))

    assert first == again != other
    assert len({mutant.module for mutant in first}) > 5
    assert sample_mutants("gameplay.engine", "a", 20) == first[:20]


def test_only_rules_can_be_tried():
    with pytest.raises(UnreadableError):
        sample_mutants("deploy.settings", "a", 1)


def mutants(tests: str, file: Path) -> tuple[int, dict[str, Any]]:
    """Try three faults of the chance by the tests of one file."""
    arguments = ["gameplay.engine.core.chance", "--sample", "3", "--tests", f"tests/gameplay/engine/{tests}"]
    command = [sys.executable, str(ROOT / "manage.py"), "mutants", *arguments, "--file", str(file)]
    # The command runs a pytest of its own, which is no worker of this one.
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env=alone)
    assert ended.stdout, ended.stderr
    [found] = json.loads(ended.stdout)
    return ended.returncode, found


def test_the_tests_of_a_module_notice_what_others_do_not(tmp_path: Path):
    file = tmp_path / "verdicts"

    assert mutants("text/test_effects.py", file)[1]["killed"] == 0
    status, found = mutants("core/test_chance.py", file)

    assert (status, found["killed"], found["survivors"]) == (0, 3, [])
    assert len(file.read_text(encoding="utf-8").splitlines()) == 6
    assert mutants("core/test_chance.py", file)[1] == found, "known by now"
    assert len(file.read_text(encoding="utf-8").splitlines()) == 6
