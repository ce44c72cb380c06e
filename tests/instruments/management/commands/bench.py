"""``manage.py bench WHAT``: what things cost, in CPU time, and how strong the bots are."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tests.instruments import strength
from tests.instruments.bench import draft, engine, pairing, peers, standings

BENCHES: Mapping[str, Callable[..., list[dict[str, Any]]]] = {
    "engine": lambda **_: engine.measure(),
    "draft": draft.measure,
    "standings": lambda **_: standings.measure(),
    "pairing": pairing.measure,
    "bots": strength.measure,
}
TABLES: Mapping[str, Callable[[list[dict[str, Any]]], str]] = {"engine": engine.table, "pairing": pairing.table}


class Command(BaseCommand):
    help = "Measure the engine, pairings, standings, a draft over HTTP, or bots. CPU time; trust ratios of one run."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=[*BENCHES, "all"])
        parser.add_argument("--json", action="store_true")
        parser.add_argument("--games", type=int, default=strength.DEFAULT_GAMES, help="Of each contest of bots.")
        draft.add_arguments(parser)
        pairing.add_arguments(parser)

    def handle(self, *, what: str, **options: Any) -> None:
        wanted = BENCHES.values() if what == "all" else [BENCHES[what]]
        found = [measurement for measure in wanted for measurement in measure(**options)]
        if what in ("engine", "all"):
            self.stderr.write("\n".join(peers.missing_peers()))
        if what in ("pairing", "all"):
            self.stderr.write("\n".join(pairing.missing_engines()))
        if options["json"]:
            self.stdout.write(json.dumps(found))
            return
        if what in TABLES:
            self.stdout.write(TABLES[what](found))
            return
        for measurement in found:
            self.stdout.write(measurement.pop("name"))
            for figure, value in measurement.items():
                self.stdout.write(f"  {figure:<24} {value}")
