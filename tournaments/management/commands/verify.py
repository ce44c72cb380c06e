"""``manage.py verify FILE``: whether a game happened as its record says, or an event as its seed says."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.selectors import get_printed_card
from gameplay.engine.core.json_text import parse_json
from gameplay.engine.core.record import DIVERGED, verify_record
from gameplay.games import RULESETS
from gameplay.management.input_files import exit_if_unreadable, read_text
from tournaments.rules.seed_verification import is_event_file, verify_event
from tournaments.selectors.event_file import verification_context, verification_json


class Command(BaseCommand):
    help = "Check a game's record or an event's file: EXACT, UNVERIFIED (its cards have changed) or DIVERGED."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("record", type=Path, help="A game's record, or the file of an event that is over.")

    def handle(self, *, record: Path, **options: Any) -> None:
        with exit_if_unreadable(self, record):
            found = _checked(record)
        self.stdout.write(json.dumps(found, ensure_ascii=False))
        sys.exit(1 if found["verdict"] == DIVERGED else 0)


def _checked(file: Path) -> dict[str, Any]:
    """Raises UnreadableError for what is neither."""
    text = read_text(file)
    if is_event_file(text):
        return verification_json(verify_event(parse_json(text, file=str(file)), verification_context(), file=str(file)))
    return asdict(verify_record(text, RULESETS, get_printed_card, file=str(file)))
