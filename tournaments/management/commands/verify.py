"""``manage.py verify FILE``: replay a game record, or recompute an event from its seed."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cards.selectors import get_printed_card
from gameplay.engine.core.json_text import parse_json
from gameplay.engine.core.record_replay import DIVERGED, verify_record
from gameplay.games import RULESETS
from gameplay.management.input_files import exit_if_unreadable, read_text
from tournaments.rules.seed_verification import is_event_file, verify_event
from tournaments.selectors.event_file import verification_context, verification_json


class Command(BaseCommand):
    help = "Verify a game record or an event file: EXACT, UNVERIFIED (its cards have changed) or DIVERGED."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("record", type=Path, help="a game record, or the file of a finished event")

    def handle(self, *, record: Path, **options: Any) -> None:
        with exit_if_unreadable(self, record):
            answer = _verified(record)
        self.stdout.write(json.dumps(answer, ensure_ascii=False))
        sys.exit(1 if answer["verdict"] == DIVERGED else 0)


def _verified(file: Path) -> dict[str, Any]:
    """Return the verification of a game record or an event file; raise UnreadableError for any other file."""
    text = read_text(file)
    if is_event_file(text):
        return verification_json(verify_event(parse_json(text, file=str(file)), verification_context(), file=str(file)))
    return asdict(verify_record(text, RULESETS, get_printed_card, file=str(file)))
