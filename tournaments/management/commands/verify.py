"""``manage.py verify FILE``: whether a game happened as its record says, or an event as its seed says."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.selectors import printed
from gameplay.engine.core.json_text import parse
from gameplay.engine.core.record import DIVERGED, verify
from gameplay.games import RULESETS
from gameplay.management.reading import ending_unread, text_of
from tournaments.rules.proof import check_event, is_event_file
from tournaments.selectors.proof import known, said


class Command(BaseCommand):
    help = "Check a game's record or an event's file: EXACT, UNVERIFIED (its cards have changed) or DIVERGED."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("record", type=Path, help="A game's record, or the file of an event that is over.")

    def handle(self, *, record: Path, **options: Any) -> None:
        with ending_unread(self, record):
            found = _checked(record)
        self.stdout.write(json.dumps(found, ensure_ascii=False))
        sys.exit(1 if found["verdict"] == DIVERGED else 0)


def _checked(file: Path) -> dict[str, Any]:
    """Raises UnreadableError for what is neither."""
    text = text_of(file)
    if is_event_file(text):
        return said(check_event(parse(text, file=str(file)), known(), file=str(file)))
    return asdict(verify(text, RULESETS, printed, file=str(file)))
