"""``manage.py options POSITION``: print the current question with every legal option."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.core.game import Game
from gameplay.engine.core.position import parse_position, pending_ask
from gameplay.games import RULESETS
from gameplay.management.input_files import exit_if_unreadable, read_text
from gameplay.selectors.cards import available_cards


class Command(BaseCommand):
    help = "Print the current question of a position and every legal option."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("position", type=Path)

    def handle(self, *, position: Path, **_: Any) -> None:
        with exit_if_unreadable(self, position):
            ask = pending_ask(read_game(position))
        self.stdout.write(json.dumps(ask, ensure_ascii=False))


def read_game(position: Path) -> Game:
    """Return the game at the position in the file. Raise UnreadableError."""
    return parse_position(read_text(position), RULESETS, available_cards, file=str(position))
