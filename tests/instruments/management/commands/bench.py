"""``manage.py bench WHAT``: benchmarks in CPU time, and the strength of the bots."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.bots.search import WORK
from tests.instruments import strength
from tests.instruments.bench import (
    draft,
    engine,
    hall,
    load,
    pages,
    pairing,
    peers,
    plots,
    protections,
    records,
    standings,
    table,
)

BENCHES: Mapping[str, Callable[..., list[dict[str, Any]]]] = {
    "engine": lambda **_: engine.measure(),
    "draft": draft.measure,
    "table": table.measure,
    "hall": hall.measure,
    "standings": lambda **_: standings.measure(),
    "pairing": pairing.measure,
    "pages": pages.measure,
    "protections": lambda **_: protections.measure(),
    "bots": lambda games, work, **_: strength.measure(games=games[0] if games else strength.DEFAULT_GAMES, work=work),
}
TABLES: Mapping[str, Callable[[list[dict[str, Any]]], str]] = {"engine": engine.table, "pairing": pairing.table}


class Command(BaseCommand):
    help = (
        "Measure the CPU time of the engine, pairings, standings, or a draft, online games or an event over HTTP, "
        "or the strength of the bots. Compare figures of the same run only."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=[*BENCHES, "all", "plots"], help="plots: draw what was recorded.")
        parser.add_argument("--json", action="store_true", help="Print JSON.")
        parser.add_argument("--record", action="store_true", help="Store the figures for the plots as well.")
        parser.add_argument(
            "--games",
            type=int,
            nargs="+",
            help="Numbers of games at the table; each is a step. Games in each contest of the bots.",
        )
        parser.add_argument("--work", type=int, default=WORK, help="Work of a search for each decision of a bot.")
        load.add_arguments(parser)
        draft.add_arguments(parser)
        table.add_arguments(parser)
        hall.add_arguments(parser)
        pairing.add_arguments(parser)
        pages.add_arguments(parser)

    def handle(self, *, what: str, **options: Any) -> None:
        if what == "plots":
            self.stdout.write(str(plots.write_page()))
            return
        measured = {name: BENCHES[name](**options) for name in (BENCHES if what == "all" else [what])}
        if options["record"]:
            for name, rows in measured.items():
                records.record(name, rows)
        self._print(what, [row for rows in measured.values() for row in rows], options)

    def _print(self, what: str, measurements: list[dict[str, Any]], options: Mapping[str, Any]) -> None:
        if what in ("engine", "all"):
            self.stderr.write("\n".join(peers.missing_peers()))
        if what in ("pairing", "all"):
            self.stderr.write("\n".join(pairing.missing_engines()))
        if options["json"]:
            self.stdout.write(json.dumps(measurements))
            return
        if what in TABLES:
            self.stdout.write(TABLES[what](measurements))
            return
        for measurement in measurements:
            self.stdout.write(measurement.pop("name"))
            for figure, value in measurement.items():
                self.stdout.write(f"  {figure:<24} {value}")
