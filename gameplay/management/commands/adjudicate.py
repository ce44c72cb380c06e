"""``manage.py adjudicate LOG``: whether a game reported on paper can have been played so."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from gameplay.engine.adjudication import LEGAL
from gameplay.engine.errors import UnreadableError
from gameplay.engine.reported import judge, read
from gameplay.games import RULESETS
from gameplay.management.reading import text_of
from gameplay.selectors.cards import known_cards


class Command(BaseCommand):
    help = "Judge the log of a game: legal, illegal at an entry by a clause, or undecidable without a fact."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("log", type=Path)

    def handle(self, *, log: Path, **_: Any) -> None:
        try:
            case = read(text_of(log), RULESETS, known_cards, file=str(log))
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        except DatabaseError as error:
            self.stderr.write(f"{log}: cards that are not the site's own cannot be looked up: {error}")
            sys.exit(2)
        verdict = judge(case)
        self.stdout.write(json.dumps(verdict, ensure_ascii=False))
        sys.exit(0 if verdict["verdict"] == LEGAL else 1)
