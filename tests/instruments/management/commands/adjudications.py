"""``manage.py adjudications``: test the adjudication of reported games with many games between bots."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.games import DEFAULT_GAME, RULESETS
from tests.instruments.reported_games.proof import tally

BATCH_SIZE = 10


class Command(BaseCommand):
    help = "Adjudicate true logs of games between bots, the same logs with a fault injected, and with facts removed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=sorted(RULESETS), default=DEFAULT_GAME)
        parser.add_argument("--variant", default="draft", help="Variant of the game (default: draft).")
        parser.add_argument("--games", type=int, default=500, help="Number of games (default: 500).")
        parser.add_argument(
            "--every-fault", action="store_true", help="Inject every kind of fault into each game, instead of one."
        )
        parser.add_argument("--file", type=Path, help="File to store the counts in; the next run continues from it.")

    def handle(self, *, game: str, variant: str, games: int, every_fault: bool, file: Path | None, **_: Any) -> None:
        stored: dict[str, Any] = {"games": 0, "counts": [], "wrong": []}
        if file and file.exists():
            stored = json.loads(file.read_text(encoding="utf-8"))
        counts = Counter({(name, right): count for name, right, count in stored["counts"]})
        wrong = list(stored["wrong"])
        for start in range(stored["games"], games, BATCH_SIZE):
            end = min(start + BATCH_SIZE, games)
            batch, failures = tally(game, variant, range(start, end), every_fault=every_fault)
            counts.update(batch)
            wrong += failures
            if file:
                rows = [[name, right, count] for (name, right), count in sorted(counts.items())]
                file.write_text(json.dumps({"games": end, "counts": rows, "wrong": wrong}), encoding="utf-8")
        for name in sorted({name for name, _ in counts}):
            self.stdout.write(f"{name:45} right {counts[name, True]:5}  wrong {counts[name, False]:5}")
        for line in wrong:
            self.stderr.write(line)
        sys.exit(1 if wrong else 0)
