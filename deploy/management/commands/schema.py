"""``manage.py schema NAME``: the JSON Schema of a file that others write or read."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

ROOT = Path(__file__).resolve().parents[3]
SCHEMAS = {
    "log": "gameplay/games/log.schema.json",
    "position": "gameplay/games/position.schema.json",
    "record": "gameplay/games/record.schema.json",
    "set": "cards/set.schema.json",
    "tournament": "tournaments/rules/tournament.schema.json",
}


class Command(BaseCommand):
    help = "Print the JSON Schema of a record, a position, the log of a game, a set of cards or a tournament file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", choices=sorted(SCHEMAS))

    def handle(self, *, name: str, **options: Any) -> None:
        self.stdout.write((ROOT / SCHEMAS[name]).read_text(encoding="utf-8"), ending="")
