"""``manage.py options POSITION``: what is asked there, with every legal option."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.core.game import Game
from gameplay.engine.core.position import parse_position, pending_ask
from gameplay.games import RULESETS
from gameplay.management.input_files import exit_if_unreadable, read_text
from gameplay.selectors.cards import known_cards


class Command(BaseCommand):
    help = "Print the pending question of a position and every option that is legal there."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("position", type=Path)

    def handle(self, *, position: Path, **_: Any) -> None:
        with exit_if_unreadable(self, position):
            asked = pending_ask(read_game(position))
        self.stdout.write(json.dumps(asked, ensure_ascii=False))


def read_game(position: Path) -> Game:
    """Return the game that stands as the file says. Raises UnreadableError."""
    return parse_position(read_text(position), RULESETS, known_cards, file=str(position))
