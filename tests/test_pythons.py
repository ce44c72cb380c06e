"""A record replays exactly, and a seeded game goes the same way, with every Python that the project supports."""

import shutil
import subprocess
import sys

import pytest

from deploy.bootstrap import ROOT
from tests.pythons import GOLDEN, digest, verdicts


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_another_python_plays_the_same_games(version: str):
    python = sys.executable if sys.version.startswith(f"{version}.") else shutil.which(f"python{version}")
    if python is None or subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip(f"no Python {version} here")

    played = subprocess.run([python, "-m", "tests.pythons"], cwd=ROOT, capture_output=True, text=True, check=True)

    assert played.stdout.split() == [*verdicts(), digest()]
    assert verdicts() == ["EXACT"] * len(GOLDEN) != []
