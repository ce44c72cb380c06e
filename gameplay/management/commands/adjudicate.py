"""``manage.py adjudicate LOG``: judge the log of a reported game."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.adjudication.paper_log import parse_log, verdict_json
from gameplay.engine.adjudication.verdict import LEGAL
from gameplay.games import RULESETS
from gameplay.management.input_files import exit_if_unreadable, read_text
from gameplay.selectors.cards import available_cards


class Command(BaseCommand):
    help = "Judge the log of a game: legal, illegal (with the entry and the violated clause), or undecidable."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("log", type=Path)

    def handle(self, *, log: Path, **_: Any) -> None:
        with exit_if_unreadable(self, log):
            case = parse_log(read_text(log), RULESETS, available_cards, file=str(log))
        verdict = verdict_json(case)
        self.stdout.write(json.dumps(verdict, ensure_ascii=False))
        sys.exit(0 if verdict["verdict"] == LEGAL else 1)
