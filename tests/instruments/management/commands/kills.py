"""``manage.py kills``: check that no acknowledged request is lost when processes are killed."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tests.instruments.kills import tally


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
        parser.add_argument("--pods", type=int, default=2, help="Pods of six in each event.")
        parser.add_argument(
            "--file", type=Path, help="File to store the kills in, as lines of JSON; the next run continues from it."
        )

    def handle(self, *, file: Path | None, **options: Any) -> None:
        lines = _read(file)
        settings_of_run = {name: options[name] for name in ("database", "seed", "pods", "times")}
        for line in _run(settings_of_run | tally.remaining(lines, options["times"])):
            lines.append(line)
            if file:
                with file.open("a", encoding="utf-8") as output:
                    output.write(json.dumps(line) + "\n")
            self.stderr.write(tally.describe_line(line))
        summary = tally.summary(lines)
        self.stdout.write(json.dumps({"database": options["database"], "seed": options["seed"], **summary}))
        sys.exit(1 if summary["faults"] else 0)


def _run(options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Run the kills in a separate process and yield its result lines. Raises CommandError if it fails."""
    if options["times"] <= 0:
        return
    command = [sys.executable, "-m", "tests.instruments.kills", json.dumps(options)]
    with subprocess.Popen(command, cwd=settings.BASE_DIR, env=os.environ, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield from map(json.loads, process.stdout)
    if process.returncode:
        raise CommandError("The process that runs the site and the players has failed.")


def _read(file: Path | None) -> list[dict[str, Any]]:
    if file is None or not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
