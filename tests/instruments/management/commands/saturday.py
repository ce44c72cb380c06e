"""``manage.py saturday``: play a Saturday from phones while parts of the site fail, and audit it."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tests.instruments.kills.launch import run_in_process
from tests.instruments.saturday.faults import FAULTS

COLUMNS = ("fault", "at s", "lasted s", "answers", "longest wait s", "signal s", "stream s", "streams opened again")


class Command(BaseCommand):
    help = (
        "Play events on a site of two hosts behind a proxy, from registration to the final standings, by the forms of "
        "its pages. Let parts of the site fail at random moments, and audit everything at the end."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--events", type=int, default=40)
        parser.add_argument("--people", type=int, default=1000)
        parser.add_argument("--seconds", type=float, default=1200.0, help="The day fails if it takes longer.")
        parser.add_argument("--think", default="1-3", help="Range of seconds before an action.")
        parser.add_argument("--match", help="The same for a match and for building a deck. Default: that of --think.")
        parser.add_argument("--seed", type=int, default=1, help="Seed of the moments of the faults.")
        parser.add_argument("--faults", nargs="*", choices=sorted(FAULTS), default=list(FAULTS))
        parser.add_argument("--scale", type=float, default=1.0, help="Factor for the duration of the faults.")
        parser.add_argument(
            "--longest", type=float, default=10.0, help="Maximum seconds without an answer, a signal or a stream."
        )
        parser.add_argument("--packs", type=int, default=4)
        parser.add_argument("--pack-size", type=int, default=11)
        parser.add_argument("--rounds", type=int, default=3)
        parser.add_argument("--json", action="store_true", dest="as_json", help="Print JSON.")

    def handle(self, *, as_json: bool, **options: Any) -> None:
        options["match"] = _seconds(options["match"] or options["think"])
        options["think"] = _seconds(options["think"])
        sizes = {name: options[name] for name in ("packs", "pack_size", "rounds")}
        deck_size = min(35, sizes["packs"] * sizes["pack_size"] - 1)
        names = ("events", "people", "seconds", "think", "match", "seed", "faults", "scale", "longest")
        run = {name: options[name] for name in names} | {"format": sizes | {"deck_size": deck_size}}
        *phases, end = run_in_process(run | {"runner": "tests.instruments.saturday.day", "database": "postgres"})
        if as_json:
            self.stdout.write(json.dumps({"phases": phases, **end}))
        else:
            self.stdout.write(f"| {' | '.join(COLUMNS)} |\n|---|--:|--:|---|--:|--:|--:|--:|")
            self.stdout.writelines(f"{table_row(phase)}\n" for phase in phases)
            self.stdout.write(json.dumps(end))
        sys.exit(1 if end["faults"] else 0)


def _seconds(given: str) -> list[float]:
    """Return a range such as "1-3" as its minimum and maximum."""
    minimum, _, maximum = given.partition("-")
    return [float(minimum), float(maximum or minimum)]


def table_row(phase: dict[str, Any]) -> str:
    """Return the figures of a phase as a row of a Markdown table."""
    statuses = ", ".join(f"{count} x {status}" for status, count in sorted(phase["statuses"].items()))
    waits = [f"{phase[name]:.1f}" for name in ("longest_wait", "longest_signal", "longest_gap")]
    cells = [phase["phase"], phase["at"], phase["lasted"], statuses, *waits, phase["streams_reopened"]]
    return f"| {' | '.join(map(str, cells))} |"
