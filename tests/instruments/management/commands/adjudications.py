"""``manage.py adjudications``: the proof that reported games are judged rightly, over many games of bots."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.games import RULESETS
from tests.instruments.reported_games.proof import tally

BATCH_SIZE = 10


class Command(BaseCommand):
    help = "Judge true logs of bots' games, the same with one fault planted, and the same with facts left out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(RULESETS), default="enemy")
        parser.add_argument("--variant", default="draft")
        parser.add_argument("--games", type=int, default=500)
        parser.add_argument(
            "--every-fault", action="store_true", help="Plant each kind of fault in each game, not one."
        )
        parser.add_argument("--file", type=Path, help="Where to keep the counts: called again, it goes on from there.")

    def handle(self, *, game: str, variant: str, games: int, every_fault: bool, file: Path | None, **_: Any) -> None:
        kept: dict[str, Any] = {"games": 0, "counts": [], "wrong": []}
        if file and file.exists():
            kept = json.loads(file.read_text(encoding="utf-8"))
        counts = Counter({(name, right): count for name, right, count in kept["counts"]})
        wrong = list(kept["wrong"])
        for start in range(kept["games"], games, BATCH_SIZE):
            end = min(start + BATCH_SIZE, games)
            more, faults = tally(game, variant, range(start, end), every_fault=every_fault)
            counts.update(more)
            wrong += faults
            if file:
                rows = [[name, right, count] for (name, right), count in sorted(counts.items())]
                file.write_text(json.dumps({"games": end, "counts": rows, "wrong": wrong}), encoding="utf-8")
        for name in sorted({name for name, _ in counts}):
            self.stdout.write(f"{name:45} right {counts[name, True]:5}  wrong {counts[name, False]:5}")
        for line in wrong:
            self.stderr.write(line)
        sys.exit(1 if wrong else 0)
