"""``manage.py apply POSITION CHOICE``: print the position after a choice, or the reason why it is illegal."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext

from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.named_choices import choice_from_words
from gameplay.engine.core.position import apply_choice
from gameplay.management.commands.options import read_game
from gameplay.management.input_files import exit_if_unreadable


class Command(BaseCommand):
    help = "Make a choice in a position. Print the position after it and the events."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("position", type=Path)
        parser.add_argument(
            "choice",
            nargs="+",
            help="The id of an option that `options` prints, or a code with names, such as: attack 'Gate Hound'.",
        )

    def handle(self, *, position: Path, choice: list[str], **_: Any) -> None:
        try:
            with exit_if_unreadable(self, position):
                game = read_game(position)
                after = apply_choice(game, int(choice[0]) if is_number(choice) else choice_from_words(game, choice))
        except RulesError as refusal:
            sentence = gettext(refusal.sentence).format(**refusal.details)
            fields = {"code": refusal.code, "clause": refusal.clause, "detail": sentence, "details": refusal.details}
            self.stdout.write(json.dumps(fields, ensure_ascii=False))
            self.stderr.write(f"{' '.join(filter(None, (refusal.code, refusal.clause)))}: {sentence}")
            sys.exit(1)
        self.stdout.write(json.dumps(after, ensure_ascii=False))


def is_number(choice: list[str]) -> bool:
    """Return whether ``choice`` is a number, and so the id of an option."""
    return len(choice) == 1 and choice[0].isascii() and choice[0].removeprefix("-").isdigit()
