import json
from io import StringIO

import pytest
from django.core.management import call_command

from deploy.bench import engine, peers


@pytest.fixture(autouse=True)
def one_game_each(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (engine, peers):
        monkeypatch.setattr(module, "SECONDS", 0.01)
    monkeypatch.setattr(engine, "PART_SECONDS", 0.01)


def test_the_peers_are_measured_in_the_run_of_the_engine():
    pytest.importorskip("pyspiel")
    said = StringIO()
    call_command("bench", "engine", "--json", stdout=said, stderr=StringIO())

    measured = {row["name"]: row for row in json.loads(said.getvalue())}
    assert {"engine enemy draft", "engine enemy draft, through OpenSpiel", "OpenSpiel skat"} <= measured.keys()
    parts = measured.pop("engine enemy draft, parts")
    pieces = {"snapshot_us", "view_us", "replay_ms", "rollouts_per_s", "searches_per_s", "game_kb"}
    assert parts.keys() == {"name"} | pieces
    assert all(row["decisions_per_s"] > 0 and row["games_per_s"] > 0 for row in measured.values())


def test_what_is_not_installed_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(peers, "find_spec", lambda module: None)
    said, complaints = StringIO(), StringIO()
    call_command("bench", "engine", "--json", stdout=said, stderr=complaints)

    assert [row["name"] for row in json.loads(said.getvalue())] == [
        "engine enemy full",
        "engine enemy sample",
        "engine enemy draft",
        "engine enemy draft, parts",
    ]
    assert "rlcard is not installed" in complaints.getvalue()
    assert "deploy/requirements/bench.txt" in complaints.getvalue()
