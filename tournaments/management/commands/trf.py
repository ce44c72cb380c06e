"""``manage.py trf FILE``: convert a tournament file to a TRF, or a TRF to a tournament file."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.core.errors import RulesError, UnreadableError
from tournaments.management.tournament_input import read_input
from tournaments.rules.json_output import tournament_json
from tournaments.rules.tournament_file import read_tournament
from tournaments.rules.trf import write_trf
from tournaments.rules.trf_reader import is_trf, read_trf


class Command(BaseCommand):
    help = "Convert a tournament file to a TRF, or a TRF to a tournament file. Exit 2 if the file is unusable."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a tournament file or a TRF; - reads standard input")
        parser.add_argument("--pod", type=int, help="write only this pod, from 1, because a TRF has no pods")

    def handle(self, *, file: str, pod: int | None, **options: Any) -> None:
        try:
            answer = _converted(read_input(file), file, pod)
        except RulesError as error:
            self.stderr.write(f"{file}: {error.field}: {error}")
            sys.exit(2)
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        self.stdout.write(answer, ending="")


def _converted(text: str, file: str, pod: int | None) -> str:
    if is_trf(text):
        return json.dumps(tournament_json(read_trf(text, file=file)), ensure_ascii=False, indent=2) + "\n"
    tournament = read_tournament(text, file=file)
    if pod is not None and not 1 <= pod <= len(tournament.pods):
        raise UnreadableError(f"there is no pod {pod}", file=file, place="pods")
    return write_trf(tournament, pod=pod)
