"""``manage.py clauses``: list the clauses of the rules that no test covers."""

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
    """The clauses of a ruleset that need a test, and those without one, both in the order of the clause file."""

    clauses: list[str]
    missing: list[str]

    def as_json(self) -> dict[str, Any]:
        covered = len(self.clauses) - len(self.missing)
        return {"clauses": len(self.clauses), "covered": covered, "missing": self.missing}


class Command(BaseCommand):
    help = (
        "Count the clauses of the rules that a test covers, and list the others. The exit status is 1 if there are any."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", dest="as_json", help="Print JSON.")

    def handle(self, *, as_json: bool, **options: Any) -> None:
        coverages = coverage(Path(settings.BASE_DIR))
        if as_json:
            self.stdout.write(json.dumps({ruleset: each.as_json() for ruleset, each in coverages.items()}, indent=2))
        else:
            for ruleset, each in coverages.items():
                self.stdout.write("{}: {clauses} clauses, {covered} covered".format(ruleset, **each.as_json()))
                self.stdout.writelines(f"  {clause}\n" for clause in each.missing)
        sys.exit(int(any(each.missing for each in coverages.values())))


def coverage(root: Path) -> dict[str, Coverage]:
    """Compare the clause files under ``root`` with the marks of its tests; return the coverage by ruleset."""
    covered = set(marked_clauses(sorted((root / "tests").rglob("test_*.py"))))
    return {
        ruleset: Coverage(clauses, [clause for clause in clauses if clause not in covered])
        for ruleset, clauses in required_clauses(root).items()
    }


def required_clauses(root: Path) -> dict[str, list[str]]:
    """Return the clauses that need a test, by ruleset: all except outside facts.

    The clause file of a game is in its folder. The files of drafts and tournaments belong to the draft ruleset, unless
    they name another ``ruleset``.
    """
    clauses: dict[str, list[str]] = {}
    for path in (path for pattern in CLAUSE_FILES for path in sorted(root.glob(pattern))):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        ruleset = data.get("ruleset") or (DRAFT if path.parent.name == "rules" else path.parent.name)
        clauses.setdefault(ruleset, []).extend(clause["id"] for clause in data["clause"] if not clause["outside"])
    return clauses


def marked_clauses(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the ids in each ``pytest.mark.clause(...)``; the files are parsed, not run."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                yield from (str(id_.value) for id_ in node.args if isinstance(id_, ast.Constant))
