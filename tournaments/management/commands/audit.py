"""``manage.py audit``: verify that the logs of events have not been changed."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.json_text import parse_json
from gameplay.engine.core.record_replay import DIVERGED, EXACT
from gameplay.management.input_files import read_text
from tournaments.models import Event
from tournaments.selectors.audit_trail import LogHeads, log_faults, log_streams


class Command(BaseCommand):
    help = "Verify all logs of events. Exit 1 if an entry was changed, moved, removed or inserted, 2 for bad input."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="*", help="slugs of the events, as in their URLs; default: all events")
        parser.add_argument(
            "--file", type=Path, help="an event file that was saved earlier; the logs must continue the logs in it"
        )

    def handle(self, *, slug: list[str], file: Path | None, **options: Any) -> None:
        try:
            events, known = _events(slug), _known(file)
        except UnreadableError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        faults = [fault for event in events for fault in log_faults(event, known=known.get(str(event.pk)))]
        answer = {
            "verdict": DIVERGED if faults else EXACT,
            "events": len(events),
            "logs": sum(len(log_streams(event)) for event in events),
            "faults": [asdict(fault) for fault in faults],
        }
        self.stdout.write(json.dumps(answer))
        sys.exit(1 if faults else 0)


def _events(slugs: list[str]) -> list[Event]:
    events = list(Event.objects.filter(slug__in=slugs) if slugs else Event.objects.all())
    if missing := set(slugs) - {event.slug for event in events}:
        raise UnreadableError(f"there is no event {min(missing)}", place="slug")
    return events


def _known(file: Path | None) -> dict[str, LogHeads]:
    """Return the last entries of the logs in an event file, by the id of the event."""
    if file is None:
        return {}
    table = parse_json(read_text(file), file=str(file))
    try:
        return {table["event"]: {name: (int(number), str(digest)) for name, (number, digest) in table["logs"].items()}}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnreadableError("not an event file", file=str(file)) from error
