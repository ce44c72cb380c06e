"""A run starts and imports only what it uses."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parts.selection import PURE

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("celery", "drf_spectacular", "hypothesis", "playwright", "psycopg", "redis", "rest_framework", "schemathesis")
SPY = """import os, sys
def pytest_sessionfinish():
    with open(os.environ["IMPORTED_MODULES"], "w") as file:
        file.write(" ".join(sys.modules))
"""
BROKEN = """from tests.parts import valkey
valkey.START_TIMEOUT, valkey._binary = 0.1, lambda: "/bin/false"
"""


def run(folder: Path, plugin: str, *arguments: str) -> tuple[int, str, set[str]]:
    """Run tests with ``plugin``, written to ``folder``; return the status, the output and the imported modules."""
    (folder / "plugged.py").write_text(f"{plugin}\n{SPY}")
    modules = folder / "modules"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PARTS_", "PYTEST_", "VAR"))}
    for variable in ("DATABASE_URL", "REDIS_URL", "CHROMIUM", "DJANGO_SETTINGS_MODULE"):
        kept.pop(variable, None)
    environment = kept | {"PYTHONPATH": str(folder), "PYTEST_PLUGINS": "plugged", "IMPORTED_MODULES": str(modules)}
    command = [sys.executable, "manage.py", "test", "-p", "no:cacheprovider", *arguments]
    process = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    imported = set(modules.read_text().split()) if modules.exists() else set()
    return process.returncode, process.stdout + process.stderr, imported


def test_tests_of_pure_rules_use_neither_django_nor_a_server(tmp_path: Path):
    status, output, imported = run(tmp_path, "", "tests/gameplay/engine/core/test_game.py")

    assert status == 0, output
    assert imported.isdisjoint({"django", *HEAVY})
    assert output.count("not used") == 3


def test_all_tests_of_pure_rules_are_collected_without_django(tmp_path: Path):
    status, output, imported = run(tmp_path, "", "--collect-only", "-q", "-n0", *map(str, PURE))

    assert status == 0, output
    assert imported & {"django.db.models", *HEAVY} <= {"hypothesis"}  # some are property tests


@pytest.mark.parametrize(
    ("strict", "status", "outcome"),
    [([], 0, "1 skipped"), (["--strict-parts"], 1, "--strict-parts: the server does not respond")],
)
def test_missing_part_skips_a_test_or_fails_with_strict_parts(
    tmp_path: Path, strict: list[str], status: int, outcome: str
):
    found, output, _imported = run(tmp_path, BROKEN, "tests/deploy/test_shared_cache.py", *strict)

    assert (found, outcome in output) == (status, True), output
    assert "Valkey: missing: the server does not respond" in output


@pytest.mark.parametrize("command", [["pair", "-"], ["standings", "-"], ["trf", "-"], ["schema", "tournament"]])
def test_commands_that_only_read_a_file_do_not_load_settings(command: list[str], tmp_path: Path):
    code = (
        "import sys; from deploy.bootstrap import main\n"
        "try: main(sys.argv)\n"
        "finally: print(*sys.modules, file=sys.stderr)"
    )
    tournament = {"players": [{"id": each} for each in "ABCD"], "planned_rounds": 3, "rounds": []}
    environment = os.environ | {"PASSLEFT_NO_BOOTSTRAP": "1", "VAR": str(tmp_path / "var")}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    process = subprocess.run(
        [sys.executable, "-c", code, *command],
        cwd=ROOT,
        env=environment,
        input=json.dumps(tournament),
        capture_output=True,
        text=True,
        check=True,
    )

    assert process.stdout.strip()
    assert set(process.stderr.split()).isdisjoint({"deploy.settings", "django.db.models", "structlog", *HEAVY})
    assert not (tmp_path / "var").exists()
