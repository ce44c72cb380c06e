"""Run a site and its simulated people in a process of its own, from a command."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError


def run_in_process(options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Run ``python -m tests.instruments.kills`` with ``options``; yield its result lines. Raise CommandError."""
    command = [sys.executable, "-m", "tests.instruments.kills", json.dumps(options)]
    with subprocess.Popen(command, cwd=settings.BASE_DIR, env=os.environ, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield from map(json.loads, process.stdout)
    if process.returncode:
        raise CommandError("The process that runs the site and the players has failed.")
