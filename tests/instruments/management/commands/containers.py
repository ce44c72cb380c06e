"""``manage.py containers``: build the image of the site, and run the services of compose.yaml, without a registry."""

import json
import shutil
import sys
from typing import Any

from django.core.management.base import BaseCommand

from tests.instruments.containers import FOLDER, STEPS, timed


class Command(BaseCommand):
    help = "Build the image with buildah from a base made by debootstrap, and run the services of compose.yaml."

    def handle(self, **options: Any) -> None:
        if missing := [name for name in ("buildah", "debootstrap") if not shutil.which(name)]:
            self.stderr.write(f"{' and '.join(missing)}: not installed. On Debian: apt install buildah debootstrap")
            sys.exit(2)
        FOLDER.mkdir(parents=True, exist_ok=True)
        results: dict[str, Any] = {}
        for name, step in STEPS.items():
            self.stderr.write(f"{name} ...")
            with timed(results, name):
                results[name] = step() or {}
        self.stdout.write(json.dumps(results, indent=2))
