"""A record replays exactly, and a seeded game goes the same way, with every Python that the project supports."""

import shutil
import subprocess
import sys

import pytest

from deploy.bootstrap import ROOT
from tests.parts import MissingPartError
from tests.parts.wasm import python_command as of_wasm
from tests.pythons import GOLDEN, digest, verdicts


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_another_python_plays_the_same_games(version: str):
    command = [*_python(version), "-m", "tests.pythons"]

    played = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert f"Python {version}." in played.stderr
    assert played.stdout.split() == [*verdicts(), digest()]
    assert verdicts() == ["EXACT"] * len(GOLDEN) != []


def _python(version: str) -> list[str]:
    """The command of such a Python: this one, one of this machine, or one that is fetched."""
    if sys.version.startswith(f"{version}."):
        return [sys.executable]
    found = shutil.which(f"python{version}")
    if found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0:
        return [found]
    try:
        return of_wasm(version)
    except MissingPartError as missing:
        pytest.skip(f"no Python {version} here: {missing}")
