"""``manage.py kills``: whether anything that was acknowledged can be lost by killing."""

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
    help = "Kill parts of a site with -9 at random moments of whole drafts, and look whether anything is lost."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--times", type=int, default=200, help="Kills, those of --file included.")
        parser.add_argument("--database", choices=["postgres", "sqlite"], default="sqlite")
        parser.add_argument(
            "--seed", type=int, default=1, help="Of the events, of what people do, and of what is killed."
        )
        parser.add_argument("--pods", type=int, default=2, help="Of six seats each, in every event.")
        parser.add_argument(
            "--file", type=Path, help="Where each kill is kept, a line of JSON; called again, it goes on."
        )

    def handle(self, *, file: Path | None, **options: Any) -> None:
        kept = _read(file)
        asked = {name: options[name] for name in ("database", "seed", "pods", "times")}
        for line in _run(asked | tally.remaining(kept, options["times"])):
            kept.append(line)
            if file:
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(line) + "\n")
            self.stderr.write(tally.describe_line(line))
        found = tally.summary(kept)
        self.stdout.write(json.dumps({"database": options["database"], "seed": options["seed"], **found}))
        sys.exit(1 if found["faults"] else 0)


def _run(options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what happens at a site of its own. Raises CommandError if that ends otherwise than in order."""
    if options["times"] <= 0:
        return
    command = [sys.executable, "-m", "tests.instruments.kills", json.dumps(options)]
    with subprocess.Popen(command, cwd=settings.BASE_DIR, env=os.environ, stdout=subprocess.PIPE, text=True) as day:
        assert day.stdout
        yield from map(json.loads, day.stdout)
    if day.returncode:
        raise CommandError("The site, or who watched it, has failed.")


def _read(file: Path | None) -> list[dict[str, Any]]:
    if file is None or not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
