"""``manage.py kills``: check that no acknowledged request is lost when processes are killed."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tests.instruments.kills import tally
from tests.instruments.kills.launch import run_in_process


class Command(BaseCommand):
    help = (
        "Kill parts of a site with SIGKILL at random moments of drafts, and check that no acknowledged request is lost."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--times", type=int, default=200, help="Number of kills, including those in --file.")
        parser.add_argument("--database", choices=["postgres", "sqlite"], default="sqlite")
        parser.add_argument(
            "--seed", type=int, default=1, help="Seed of the events, the players' actions and the kills."
        )
        parser.add_argument(
            "--hosts",
            type=int,
            default=0,
            help="Separate hosts, each with a web process, a worker, a beat and a folder.",
        )
        parser.add_argument("--pods", type=int, default=2, help="Pods of six in each event.")
        parser.add_argument("--games", type=int, default=2, help="Online games of two beside each event.")
        parser.add_argument(
            "--file", type=Path, help="File to store the kills in, as lines of JSON; the next run continues from it."
        )

    def handle(self, *, file: Path | None, **options: Any) -> None:
        lines = _read(file)
        if options["hosts"] and options["database"] == "sqlite":
            raise CommandError("Several hosts need --database postgres.")
        settings_of_run = {name: options[name] for name in ("database", "seed", "pods", "games", "times", "hosts")}
        remaining = tally.remaining(lines, options["times"])
        for line in run_in_process(settings_of_run | remaining) if remaining["times"] > 0 else ():
            lines.append(line)
            if file:
                with file.open("a", encoding="utf-8") as output:
                    output.write(json.dumps(line) + "\n")
            self.stderr.write(tally.describe_line(line))
        summary = tally.summary(lines)
        self.stdout.write(json.dumps({"database": options["database"], "seed": options["seed"], **summary}))
        sys.exit(1 if summary["faults"] else 0)


def _read(file: Path | None) -> list[dict[str, Any]]:
    if file is None or not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
