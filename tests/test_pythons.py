"""Check that records replay exactly and seeded games are the same with all supported versions of Python."""

import shutil
import subprocess
import sys

import pytest

from deploy.bootstrap import ROOT
from tests.parts import MissingPartError
from tests.parts.wasm import python_command as wasm_python_command
from tests.pythons import GOLDEN, digest, verdicts


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_python_version_plays_the_same_games(version: str):
    command = [*_python(version), "-m", "tests.pythons"]

    played = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert f"Python {version}." in played.stderr
    assert played.stdout.split() == [*verdicts(), digest()]
    assert verdicts() == ["EXACT"] * len(GOLDEN) != []


def _python(version: str) -> list[str]:
    """Return the command of that Python: the running one, an installed one, or a downloaded WebAssembly build."""
    if sys.version.startswith(f"{version}."):
        return [sys.executable]
    installed = shutil.which(f"python{version}")
    if installed and subprocess.run([installed, "-c", ""], capture_output=True, check=False).returncode == 0:
        return [installed]
    try:
        return wasm_python_command(version)
    except MissingPartError as missing:
        pytest.skip(f"no Python {version} here: {missing}")
