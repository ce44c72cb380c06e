import os
import sys
from typing import Any

from django.core.management.base import BaseCommand

PLUGIN = "tests.parts.plugin"


class Command(BaseCommand):
    help = "Run the tests by pytest, on a real PostgreSQL, Valkey and browser; every argument is pytest's."

    def run_from_argv(self, argv: list[str]) -> None:
        """Become pytest: it reads the arguments itself, and imports the settings once the parts are up."""
        arguments = argv[2:]
        if not any(argument.startswith(("-n", "--numprocesses", "--pdb")) for argument in arguments):
            arguments = [f"--numprocesses={cores()}", "--dist=worksteal", *arguments]
        os.environ["PYTEST_PLUGINS"] = ",".join(filter(None, [PLUGIN, os.environ.get("PYTEST_PLUGINS")]))
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *arguments])

    def handle(self, *args: Any, **options: Any) -> None:
        raise NotImplementedError("run it from the command line: it replaces the process")


def cores() -> int:
    """Return how many cores this process may use, which may be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
