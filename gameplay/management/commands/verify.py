"""``manage.py verify RECORD``: whether a game happened as its record says."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from cards.selectors import printed
from gameplay.engine.errors import UnreadableError
from gameplay.engine.record import DIVERGED, verify
from gameplay.games import RULESETS
from gameplay.management.reading import text_of


class Command(BaseCommand):
    help = "Replay a record: EXACT, UNVERIFIED (its cards have changed) or DIVERGED at an entry."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("record", type=Path)

    def handle(self, *, record: Path, **options: Any) -> None:
        try:
            found = verify(text_of(record), RULESETS, printed, file=str(record))
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        except DatabaseError as error:
            self.stderr.write(f"{record}: cards that are not the site's own cannot be looked up: {error}")
            sys.exit(2)
        self.stdout.write(json.dumps(asdict(found)))
        sys.exit(1 if found.verdict == DIVERGED else 0)
