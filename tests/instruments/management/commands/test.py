import os
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

PLUGIN = "tests.parts.plugin"
BYTECODE = Path(__file__).resolve().parents[4] / ".cache" / "bytecode"


class Command(BaseCommand):
    help = "Run the tests by pytest, on a real PostgreSQL, Valkey and browser; every argument is pytest's."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Become pytest: it reads the arguments itself, and starts what the selected tests need."""
        arguments = argv[2:]
        if not any(argument.startswith(("-n", "--numprocesses")) for argument in arguments):
            arguments = ["--numprocesses=auto", "--dist=worksteal", *arguments]
        os.environ["PYTEST_PLUGINS"] = ",".join(filter(None, [PLUGIN, os.environ.get("PYTEST_PLUGINS")]))
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
            # Nothing is left beside the sources, and yet nothing is compiled again in each process of each run.
            os.environ.setdefault("PYTHONPYCACHEPREFIX", str(BYTECODE))
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *arguments])

    def handle(self, *args: Any, **options: Any) -> None:
        raise NotImplementedError("run it from the command line: it replaces the process")
