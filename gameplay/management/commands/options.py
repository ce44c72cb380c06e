"""``manage.py options POSITION``: what is asked there, with every legal option."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from gameplay.engine.errors import UnreadableError
from gameplay.engine.game import Game
from gameplay.engine.position import options, read
from gameplay.games import RULESETS
from gameplay.management.reading import text_of
from gameplay.selectors.cards import known_cards


class Command(BaseCommand):
    help = "Print the pending question of a position and every option that is legal there."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("position", type=Path)

    def handle(self, *, position: Path, **_: Any) -> None:
        try:
            asked = options(game_at(position))
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        self.stdout.write(json.dumps(asked, ensure_ascii=False))


def game_at(position: Path) -> Game:
    """Return the game that stands as the file says. Raises UnreadableError."""
    try:
        return read(text_of(position), RULESETS, known_cards, file=str(position))
    except DatabaseError as error:
        reason = f"cards that are not the site's own cannot be looked up: {error}"
        raise UnreadableError(reason, file=str(position)) from error
