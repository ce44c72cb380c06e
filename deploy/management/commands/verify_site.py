"""``manage.py verify_site``: verify all logs, events and games, as after a restore."""

import json
import sys
from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.site_verification import site_faults
from deploy.tasks import verify_chunk
from gameplay.engine.core.record_replay import DIVERGED, EXACT
from gameplay.infrastructure.bulk import BulkRun, NoWorkerError
from gameplay.models import LogStream, OnlineGame
from tournaments.models import Event

STORED_PER_CHUNK, MAX_CHUNKS = 50, 1000  # logs and games


class Command(BaseCommand):
    help = "Verify all logs, events and games of the site. Exit 1 if something was changed or is missing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--workers", action="store_true", help="Let the workers of the queue bulk do it.")
        parser.add_argument("--run", default="", help="With --workers: go on with the run of this id.")

    def handle(self, *, workers: bool, run: str, **options: Any) -> None:
        faults = self._verify_by_workers(run or f"verify-{uuid4()}") if workers else list(site_faults())
        counts = {
            "logs": LogStream.objects.count(),
            "events": Event.objects.count(),
            "games": OnlineGame.objects.count(),
        }
        self.stdout.write(json.dumps({"verdict": DIVERGED if faults else EXACT, **counts, "faults": faults}))
        sys.exit(1 if faults else 0)

    def _verify_by_workers(self, run_id: str) -> list[str]:
        self.stderr.write(f"If this is interrupted, go on with: verify_site --workers --run {run_id}")
        stored = LogStream.objects.count() + OnlineGame.objects.count()
        chunks = min(MAX_CHUNKS, 1 + stored // STORED_PER_CHUNK)
        run = BulkRun("verify_site", run_id)
        try:
            found = list(run.run(verify_chunk, {number: [chunks] for number in range(chunks)}, report=self._report))
        except NoWorkerError as error:
            raise CommandError(str(error)) from error
        return [fault for faults in found for fault in faults]

    def _report(self, done: int, of: int) -> None:
        self.stderr.write(f"{done} of {of} parts")
