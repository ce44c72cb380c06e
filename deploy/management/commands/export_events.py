"""``manage.py export_events FOLDER``: write everything that can be downloaded of each event to a ZIP file."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from deploy.event_archives.export import FolderInUseError, export_events
from deploy.tasks import archive_event
from gameplay.engine.core.errors import UnreadableError
from gameplay.infrastructure.bulk import NoWorkerError
from tournaments.models import Event


class Command(BaseCommand):
    help = (
        "Write a ZIP file of each event to a folder, with everything that its officials can download. Files that are "
        "up to date are kept. Exit 1 if an event cannot be exported, 2 for bad input."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder; it is made if it is missing")
        parser.add_argument("slug", nargs="*", help="slugs of the events, as in their URLs; default: all events")
        parser.add_argument("--workers", action="store_true", help="Let the workers of the queue bulk read the events.")

    def handle(self, *, folder: Path, slug: list[str], workers: bool, **options: Any) -> None:
        try:
            task = archive_event if workers else None
            result = export_events(_events(slug), folder, task=task, report=self._report)
        except (UnreadableError, NoWorkerError, FolderInUseError) as error:
            self.stderr.write(str(error))
            sys.exit(2)
        except OSError as error:
            self.stderr.write(f"{error.filename or folder}: {error.strerror or error}")
            sys.exit(2)
        self.stdout.write(
            json.dumps({"folder": str(folder), "written": result.written, "kept": result.kept, "faults": result.faults})
        )
        sys.exit(1 if result.faults else 0)

    def _report(self, done: int, of: int) -> None:
        self.stderr.write(f"{done} of {of} events")


def _events(slugs: list[str]) -> list[Event]:
    """Return the events with these ``slugs``, by default all, the oldest first. Raises UnreadableError for others."""
    found = Event.objects.filter(slug__in=slugs) if slugs else Event.objects.all()
    events = list(found.only("slug").order_by("created_at", "pk"))
    if missing := set(slugs) - {event.slug for event in events}:
        raise UnreadableError(f"there is no event {min(missing)}", place="slug")
    return events
