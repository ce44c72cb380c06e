"""``manage.py mutants``: mutation testing of the rules."""

import json
import sys
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.core.errors import UnreadableError
from tests.instruments.mutants.sample import PACKAGES, TESTS, VerdictStore, run_trials, sample_mutants
from tests.instruments.mutants.trial import ROOT, BaselineFailedError, Mutant

DEFAULT_SAMPLE_SIZE = 1000
MIN_KILLED_SHARE = 0.9


class Command(BaseCommand):
    help = (
        "Inject small faults into packages, one at a time, and count those that tests detect. Exit status 1 below 90 %."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("packages", nargs="*", default=PACKAGES, help="Packages or modules of the rules.")
        parser.add_argument("--tests", nargs="+", default=TESTS, help="Folders or files of tests.")
        parser.add_argument(
            "--sample", type=int, default=DEFAULT_SAMPLE_SIZE, help="Faults for each package (default: 1000)."
        )
        parser.add_argument("--seed", default="passleft", help="Seed of the sample.")
        parser.add_argument("--file", type=Path, help="File to store the verdicts in; the next run continues from it.")
        parser.add_argument("--processes", type=int, default=1, help="Number of processes (default: 1).")
        parser.add_argument("--seconds", type=float, default=float("inf"), help="Stop after this time.")

    def handle(self, *, packages: Sequence[str], **options: Any) -> None:
        with TemporaryDirectory() as folder:
            verdicts = VerdictStore(options["file"] or Path(folder, "verdicts"), options["tests"])
            try:
                samples = {each: sample_mutants(each, options["seed"], options["sample"]) for each in packages}
                # One mutant of each package in turn, so that an interrupted run covers all packages equally.
                chosen = [mutant for row in zip_longest(*samples.values()) for mutant in row if mutant]
                known = verdicts.known_results(chosen)
                if untried := [mutant for mutant in chosen if mutant not in known]:
                    run_trials(untried, verdicts, processes=options["processes"], seconds=options["seconds"])
                results = verdicts.known_results(chosen)
            except (UnreadableError, BaselineFailedError) as error:
                self.stderr.write(str(error))
                sys.exit(2)
        measurements = [
            {"name": name, "seed": options["seed"]}
            | measurement({each: results[each] for each in sample if each in results})
            for name, sample in samples.items()
        ]
        self.stdout.write(json.dumps(measurements, indent=1))
        sys.exit(int(any(each["killed"] < MIN_KILLED_SHARE * each["mutants"] for each in measurements)))


def measurement(results: dict[Mutant, bool]) -> dict[str, Any]:
    """Return the numbers of mutants and of killed mutants, and the list of survivors."""
    survivors = sorted((mutant.lines[0], mutant.mutation.name) for mutant in results if not results[mutant])
    return {
        "mutants": len(results),
        "killed": sum(results.values()),
        "share": round(sum(results.values()) / len(results), 3) if results else None,
        "survivors": [{"line": line.removeprefix(f"{ROOT}/"), "fault": fault} for line, fault in survivors],
    }
