"""``manage.py verify_site``: verify all logs, events and games, as after a restore."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand

from deploy.site_verification import site_faults
from gameplay.engine.core.record_replay import DIVERGED, EXACT
from gameplay.models import LogStream, OnlineGame
from tournaments.models import Event


class Command(BaseCommand):
    help = "Verify all logs, events and games of the site. Exit 1 if something was changed or is missing."

    def handle(self, **options: Any) -> None:
        faults = list(site_faults())
        counts = {
            "logs": LogStream.objects.count(),
            "events": Event.objects.count(),
            "games": OnlineGame.objects.count(),
        }
        self.stdout.write(json.dumps({"verdict": DIVERGED if faults else EXACT, **counts, "faults": faults}))
        sys.exit(1 if faults else 0)
