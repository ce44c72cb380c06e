"""``manage.py mutants``: how many small faults in the rules the tests notice."""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from deploy.mutants.sample import TESTS, Verdicts, sample, try_out
from deploy.mutants.trial import ROOT, Mutant, UnsoundError
from gameplay.engine.errors import UnreadableError

SAMPLE = 1000
BAR = 0.9


class Command(BaseCommand):
    help = "Put small faults into a package, one at a time, and see whether the tests notice. Exit 1 below 90 %."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("package", help="gameplay.engine, gameplay.games.enemy, or a module there.")
        parser.add_argument("--tests", nargs="+", default=TESTS, help="Folders or files of tests.")
        parser.add_argument("--sample", type=int, default=SAMPLE, help="How many of the faults that there can be.")
        parser.add_argument("--seed", default="passleft", help="Which of them.")
        parser.add_argument("--file", type=Path, help="Keeps the verdicts; a later run goes on from them.")
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--seconds", type=float, default=float("inf"), help="Stop after so long.")

    def handle(self, *, package: str, **options: Any) -> None:
        with TemporaryDirectory() as folder:
            verdicts = Verdicts(options["file"] or Path(folder, "verdicts"), options["tests"])
            try:
                chosen = sample(package, options["seed"], options["sample"])
                known = verdicts.of(chosen)
                if untried := [mutant for mutant in chosen if mutant not in known]:
                    try_out(untried, verdicts, processes=options["processes"], seconds=options["seconds"])
            except (UnreadableError, UnsoundError) as error:
                self.stderr.write(str(error))
                sys.exit(2)
            found = verdicts.of(chosen)
        self.stdout.write(json.dumps({"name": package, "seed": options["seed"]} | measurement(found), indent=1))
        sys.exit(int(sum(found.values()) < BAR * len(found)))


def measurement(found: dict[Mutant, bool]) -> dict[str, Any]:
    """How many were noticed, and where the others are."""
    left = sorted(
        (str(mutant.file.relative_to(ROOT)), mutant.fault.line, mutant.fault.name)
        for mutant in found
        if not found[mutant]
    )
    return {
        "mutants": len(found),
        "killed": sum(found.values()),
        "share": round(sum(found.values()) / len(found), 3) if found else None,
        "survivors": [{"file": file, "line": line, "fault": fault} for file, line, fault in left],
    }
