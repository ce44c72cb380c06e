"""``manage.py clauses``: which clauses of the rules have a test that names them."""

import ast
import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

CLAUSE_FILES = ("gameplay/games/*/clauses.toml", "drafting/rules/clauses.toml", "tournaments/rules/clauses.toml")
DRAFT = "draft"


class Coverage(NamedTuple):
    """The clauses of one ruleset that need a test, and those without one, in the order of their list."""

    clauses: list[str]
    missing: list[str]

    def as_json(self) -> dict[str, Any]:
        covered = len(self.clauses) - len(self.missing)
        return {"clauses": len(self.clauses), "covered": covered, "missing": self.missing}


class Command(BaseCommand):
    help = "Count the clauses of the rules that a test names; list the others. Exit 1 if there are any."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", dest="as_json", help="Print JSON.")

    def handle(self, *, as_json: bool, **options: Any) -> None:
        found = coverage(Path(settings.BASE_DIR))
        if as_json:
            self.stdout.write(json.dumps({ruleset: each.as_json() for ruleset, each in found.items()}, indent=2))
        else:
            for ruleset, each in found.items():
                self.stdout.write("{}: {clauses} clauses, {covered} with a test".format(ruleset, **each.as_json()))
                self.stdout.writelines(f"  {clause}\n" for clause in each.missing)
        sys.exit(int(any(each.missing for each in found.values())))


def coverage(root: Path) -> dict[str, Coverage]:
    """Compare the lists under ``root`` with the marks in its tests, by ruleset."""
    named = set(marked_clauses(sorted((root / "tests").rglob("test_*.py"))))
    return {
        ruleset: Coverage(clauses, [clause for clause in clauses if clause not in named])
        for ruleset, clauses in required_clauses(root).items()
    }


def required_clauses(root: Path) -> dict[str, list[str]]:
    """The clauses that need a test, by ruleset: all but the outside facts.

    A game's list lies in the game's folder; the draft's and the tournament's belong to
    the draft, unless the file names another ``ruleset``.
    """
    found: dict[str, list[str]] = {}
    for path in (path for pattern in CLAUSE_FILES for path in sorted(root.glob(pattern))):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        ruleset = data.get("ruleset") or (DRAFT if path.parent.name == "rules" else path.parent.name)
        found.setdefault(ruleset, []).extend(clause["id"] for clause in data["clause"] if not clause["outside"])
    return found


def marked_clauses(paths: Iterable[Path]) -> Iterator[str]:
    """The ids in every ``pytest.mark.clause(...)``; the files are read, not run."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                yield from (str(id_.value) for id_ in node.args if isinstance(id_, ast.Constant))
