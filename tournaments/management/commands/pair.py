"""``manage.py pair FILE [--seed N]``: pair the next round of a tournament file."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.core.errors import UnreadableError
from tournaments.management.tournament_input import read_tournament_input
from tournaments.rules.bracket import next_round_number, pair_stage
from tournaments.rules.json_output import pairing_json
from tournaments.rules.swiss import pair_round


class Command(BaseCommand):
    help = "Pair the next round of a tournament file. Exit 1 if every pairing breaks a rule, 2 if the file is unusable."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a tournament file; - reads standard input")
        parser.add_argument("--seed", type=int, default=0, help="random seed for choosing among equally good pairings")

    def handle(self, *, file: str, seed: int, **options: Any) -> None:
        try:
            tournament = read_tournament_input(file)
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        key, cut = str(seed).encode(), tournament.cut
        pairing = pair_stage(tournament, cut, key) if cut else pair_round(tournament, seed=key)
        answer = pairing_json(pairing, next_round_number(tournament, cut) if cut else tournament.next_round)
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))
        if not pairing.possible:
            sys.exit(1)
