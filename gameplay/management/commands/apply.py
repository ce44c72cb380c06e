"""``manage.py apply POSITION CHOICE``: the position after a choice, or why the rules say no."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext

from gameplay.engine.errors import RulesError, UnreadableError
from gameplay.engine.position import apply
from gameplay.management.commands.options import game_at
from gameplay.management.reading import ending_unread


class Command(BaseCommand):
    help = "Make a choice in a position: print the position after it and what happened."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("position", type=Path)
        parser.add_argument("choice", help="The id of one of the options that `options` prints.")

    def handle(self, *, position: Path, choice: str, **_: Any) -> None:
        try:
            with ending_unread(self, position):
                after = apply(game_at(position), number_of(choice))
        except RulesError as refusal:
            sentence = gettext(refusal.sentence).format(**refusal.details)
            self.stdout.write(json.dumps({"code": refusal.code, "clause": refusal.clause, "detail": sentence}))
            self.stderr.write(f"{refusal.code} {refusal.clause}: {sentence}")
            sys.exit(1)
        self.stdout.write(json.dumps(after, ensure_ascii=False))


def number_of(choice: str) -> int:
    """The number that ``choice`` is. Raises UnreadableError."""
    try:
        return int(choice)
    except ValueError:
        raise UnreadableError(f"{choice!r} is no id of an option", place="CHOICE") from None
