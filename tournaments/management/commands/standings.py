"""``manage.py standings FILE [--ruleset CODE]``: print the standings of a tournament file."""

import json
import sys
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.core.errors import UnreadableError
from tournaments.management.tournament_input import read_tournament_input
from tournaments.rules.bracket import final_standings
from tournaments.rules.json_output import standings_json
from tournaments.rules.rulesets import TIE_BREAK_RULES


class Command(BaseCommand):
    help = "Print the standings of a tournament file. Exit 2 if the file is unusable."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a tournament file; - reads standard input")
        parser.add_argument(
            "--ruleset", choices=sorted(TIE_BREAK_RULES), help="the tie-break rules; default: those of the file"
        )

    def handle(self, *, file: str, ruleset: str | None, **options: Any) -> None:
        try:
            tournament = read_tournament_input(file)
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        answer = standings_json(final_standings(replace(tournament, ruleset=ruleset or tournament.ruleset)))
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))
