import os
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

PLUGIN = "tests.parts.plugin"
BYTECODE = Path(__file__).resolve().parents[4] / ".cache" / "bytecode"


class Command(BaseCommand):
    help = "Run the tests with pytest, on a real PostgreSQL, Valkey and browser. All arguments are passed to pytest."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Replace this process by pytest, which parses the arguments and starts what the selected tests need."""
        arguments = argv[2:]
        if not any(argument.startswith(("-n", "--numprocesses")) for argument in arguments):
            arguments = ["--numprocesses=auto", "--dist=worksteal", *arguments]
        os.environ["PYTEST_PLUGINS"] = ",".join(filter(None, [PLUGIN, os.environ.get("PYTEST_PLUGINS")]))
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
            # Keep bytecode away from the sources, but do not compile again in each process of each run.
            os.environ.setdefault("PYTHONPYCACHEPREFIX", str(BYTECODE))
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *arguments])

    def handle(self, *args: Any, **options: Any) -> None:
        raise NotImplementedError("run this command from the command line: it replaces the process")
