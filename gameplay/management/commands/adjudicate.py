"""``manage.py adjudicate LOG``: whether a game reported on paper can have been played so."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.adjudication.adjudicator import LEGAL
from gameplay.engine.adjudication.log import judge, read
from gameplay.games import RULESETS
from gameplay.management.reading import ending_unread, text_of
from gameplay.selectors.cards import known_cards


class Command(BaseCommand):
    help = "Judge the log of a game: legal, illegal at an entry by a clause, or undecidable without a fact."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("log", type=Path)

    def handle(self, *, log: Path, **_: Any) -> None:
        with ending_unread(self, log):
            case = read(text_of(log), RULESETS, known_cards, file=str(log))
        verdict = judge(case)
        self.stdout.write(json.dumps(verdict, ensure_ascii=False))
        sys.exit(0 if verdict["verdict"] == LEGAL else 1)
