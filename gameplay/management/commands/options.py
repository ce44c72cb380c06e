"""``manage.py options POSITION``: what is asked there, with every legal option."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.core.game import Game
from gameplay.engine.core.position import options, read
from gameplay.games import RULESETS
from gameplay.management.reading import ending_unread, text_of
from gameplay.selectors.cards import known_cards


class Command(BaseCommand):
    help = "Print the pending question of a position and every option that is legal there."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("position", type=Path)

    def handle(self, *, position: Path, **_: Any) -> None:
        with ending_unread(self, position):
            asked = options(game_at(position))
        self.stdout.write(json.dumps(asked, ensure_ascii=False))


def game_at(position: Path) -> Game:
    """Return the game that stands as the file says. Raises UnreadableError."""
    return read(text_of(position), RULESETS, known_cards, file=str(position))
