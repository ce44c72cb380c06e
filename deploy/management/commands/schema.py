"""``manage.py schema NAME``: print the JSON Schema of a public file format."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.games.schemas import log_schema, position_schema

ROOT = Path(__file__).resolve().parents[3]
SCHEMA_FILES = {
    "record": "gameplay/games/record.schema.json",
    "set": "cards/set.schema.json",
    "tournament": "tournaments/rules/tournament.schema.json",
}

COMPOSED_SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {"log": log_schema, "position": position_schema}
"""Schemas that are generated, by name."""


class Command(BaseCommand):
    help = "Print the JSON Schema of a record, a position, the log of a game, a set of cards or a tournament file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", choices=sorted({*SCHEMA_FILES, *COMPOSED_SCHEMAS}))

    def handle(self, *, name: str, **options: Any) -> None:
        if name in COMPOSED_SCHEMAS:
            self.stdout.write(json.dumps(COMPOSED_SCHEMAS[name](), ensure_ascii=False, indent=2))
        else:
            self.stdout.write((ROOT / SCHEMA_FILES[name]).read_text(encoding="utf-8"), ending="")
