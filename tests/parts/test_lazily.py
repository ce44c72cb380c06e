"""What a run does not use it neither starts nor imports."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("celery", "drf_spectacular", "hypothesis", "playwright", "psycopg", "redis", "rest_framework", "schemathesis")
SPY = """import os, sys
def pytest_sessionfinish():
    with open(os.environ["SPIED"], "w") as file:
        file.write(" ".join(sys.modules))
"""
BROKEN = """from tests.parts import valkey
valkey.PATIENCE, valkey._binary = 0.1, lambda: "/bin/false"
"""


def run(folder: Path, plugin: str, *arguments: str) -> tuple[int, str, set[str]]:
    """Run tests with a ``plugin`` in ``folder``; return the status, what was said, and what was imported at the end."""
    (folder / "plugged.py").write_text(f"{plugin}\n{SPY}")
    spied = folder / "modules"
    given = {name: value for name, value in os.environ.items() if not name.startswith(("PARTS_", "PYTEST_", "VAR"))}
    for variable in ("DATABASE_URL", "REDIS_URL", "CHROMIUM", "DJANGO_SETTINGS_MODULE"):
        given.pop(variable, None)
    environment = given | {"PYTHONPATH": str(folder), "PYTEST_PLUGINS": "plugged", "SPIED": str(spied)}
    command = [sys.executable, "manage.py", "test", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr, set(spied.read_text().split()) if spied.exists() else set()


def test_pure_rules_run_without_django_or_a_server(tmp_path: Path):
    status, said, imported = run(tmp_path, "", "tests/gameplay/engine/core/test_game.py")

    assert status == 0, said
    assert imported.isdisjoint({"django", *HEAVY})
    assert said.count("not asked for") == 3


@pytest.mark.parametrize(
    ("strict", "status", "outcome"),
    [([], 0, "1 skipped"), (["--strict-parts"], 1, "--strict-parts: it does not answer")],
)
def test_a_part_that_does_not_start_skips_or_with_strict_parts_fails(
    tmp_path: Path, strict: list[str], status: int, outcome: str
):
    found, said, _imported = run(tmp_path, BROKEN, "tests/deploy/test_shared_cache.py", *strict)

    assert (found, outcome in said) == (status, True), said
    assert "Valkey: missing: it does not answer" in said


@pytest.mark.parametrize("command", [["pair", "-"], ["standings", "-"], ["trf", "-"], ["schema", "tournament"]])
def test_commands_that_read_a_file_need_no_settings(command: list[str], tmp_path: Path):
    code = (
        "import sys; from deploy.bootstrap import main\n"
        "try: main(sys.argv)\n"
        "finally: print(*sys.modules, file=sys.stderr)"
    )
    four = {"players": [{"id": each} for each in "ABCD"], "planned_rounds": 3, "rounds": []}
    environment = os.environ | {"PASSLEFT_NO_BOOTSTRAP": "1", "VAR": str(tmp_path / "var")}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(
        [sys.executable, "-c", code, *command],
        cwd=ROOT,
        env=environment,
        input=json.dumps(four),
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip()
    assert set(done.stderr.split()).isdisjoint({"deploy.settings", "django.db.models", "structlog", *HEAVY})
    assert not (tmp_path / "var").exists()
