"""``manage.py collisions``: officials press everything at the same time, at random moments of events."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tests.instruments.kills.launch import run_in_process

RUNNER = "tests.instruments.collisions.run"


class Command(BaseCommand):
    help = "Two organizers and a script press everything at the same time; check that every event stays consistent."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--moments", type=int, default=200, help="Number of moments, including those in --file.")
        parser.add_argument("--database", choices=["postgres", "sqlite"], default="postgres")
        parser.add_argument("--seed", type=int, default=1, help="Seed of the events and of what is pressed.")
        parser.add_argument("--file", type=Path, help="File to store the moments in; the next run continues from it.")

    def handle(self, *, file: Path | None, moments: int, database: str, seed: int, **_: Any) -> None:
        done = file.read_text(encoding="utf-8").splitlines() if file and file.exists() else []
        lines = [json.loads(line) for line in done]
        options = {"runner": RUNNER, "database": database, "seed": seed}
        options |= {"first": len(lines), "moments": moments - len(lines)}
        for line in run_in_process(options) if len(lines) < moments else ():
            lines.append(line)
            if file:
                with file.open("a", encoding="utf-8") as output:
                    output.write(json.dumps(line) + "\n")
            for fault in line["faults"]:
                self.stderr.write(f"moment {line['moment']}: {fault}")
        summary = summarize(lines)
        self.stdout.write(json.dumps({"database": database, "seed": seed, **summary}))
        sys.exit(1 if summary["faults"] else 0)


def summarize(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the sums of the moments in ``lines``."""
    statuses: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    for line in lines:
        statuses.update(line["statuses"])
        codes.update(line["codes"])
    return {
        "moments": len(lines),
        "phases": dict(Counter(line["phase"] for line in lines).most_common()),
        "events": len({line["event"] for line in lines}),
        "requests": sum(statuses.values()),
        "statuses": dict(sorted(statuses.items())),
        "codes": dict(codes.most_common()),
        "faults": sum(len(line["faults"]) for line in lines),
    }
