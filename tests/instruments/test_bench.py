import json
import time
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.instruments.bench import engine, pairing, peers


@pytest.fixture(autouse=True)
def one_game_each(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (engine, peers):
        monkeypatch.setattr(module, "SECONDS", 0.01)
    monkeypatch.setattr(engine, "PART_SECONDS", 0.01)
    monkeypatch.setattr(engine, "ROUNDS", 1)


def test_the_peers_are_measured_in_the_run_of_the_engine(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("pyspiel")
    names = [f"engine {mode}" for mode in ("enemy draft", "hagmi team, 4 players", "rm2k open, 3 players")]
    parts = engine.measure_parts
    monkeypatch.setattr(engine, "measure_parts", lambda mode: parts(mode) if mode.name in names else {})
    said = StringIO()
    call_command("bench", "engine", "--json", stdout=said, stderr=StringIO())

    measured = {row["name"]: row for row in json.loads(said.getvalue())}
    assert {
        "engine enemy draft",
        "engine hagmi team, 4 players, through OpenSpiel",
        "OpenSpiel skat",
    } <= measured.keys()
    assert all(row["decisions_per_s"] > 0 and row["games_per_s"] > 0 for row in measured.values())
    assert measured["engine enemy draft"]["of_enemy"] == 1
    for row in map(measured.__getitem__, names):
        assert min(row["snapshot_us"], row["view_us"], row["replay_ms"], row["game_kb"]) > 0
        assert min(row["rollouts_per_s"], row["searches_per_s"]) > 0


def test_what_is_not_installed_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(peers, "find_spec", lambda module: None)
    monkeypatch.setattr(engine, "measure_parts", lambda mode: {})
    said, complaints = StringIO(), StringIO()
    call_command("bench", "engine", "--json", stdout=said, stderr=complaints)

    assert [row["name"] for row in json.loads(said.getvalue())] == [
        "engine enemy full",
        "engine enemy sample",
        "engine enemy draft",
        *("engine hagmi tactics", "engine hagmi survival", "engine hagmi simple", "engine hagmi multiplayer"),
        *("engine hagmi multiplayer, 3 players", "engine hagmi multiplayer, 4 players"),
        "engine hagmi team, 4 players",
        *("engine rm2k standard", "engine rm2k standard, 3 players", "engine rm2k standard, 4 players"),
        *("engine rm2k open", "engine rm2k open, 3 players", "engine rm2k open, 4 players"),
    ]
    assert "rlcard is not installed" in complaints.getvalue()
    assert "deploy/requirements/bench.txt" in complaints.getvalue()


def test_pods_draft_in_a_site_of_their_own():
    said = StringIO()
    call_command("bench", "draft", "--json", "--seconds=1", "--think=0.2-0.4", "--pods", "1", stdout=said)

    measured = json.loads(said.getvalue())
    assert [(step["pods"], step["players"], step["database"]) for step in measured] == [(1, 6, "sqlite")]
    for step in measured:
        assert step["picks"] > 0
        assert step["errors"] == 0
        assert step["ack_ms"].keys() == {"p50", "p95", "p99"}
        assert min(step["server_cpu_ms_per_pick"], step["bytes_per_pick"], step["rss_mb"]) > 0


def test_several_web_processes_need_a_database_of_their_own():
    with pytest.raises(CommandError, match="postgres"):
        call_command("bench", "draft", "--web=2", stdout=StringIO())


def test_bots_play_each_other_with_decks_that_bots_drafted():
    said = StringIO()
    call_command("bench", "bots", "--json", "--games=1", stdout=said)

    contests = {row["name"]: row["won"] + row["lost"] + row["drawn"] for row in json.loads(said.getvalue())}
    assert contests == {"search against greedy": 1, "greedy against random": 1, "drafted against random picks": 1}


def test_rounds_are_paired_beside_other_engines():
    said = StringIO()
    call_command("bench", "pairing", "--json", "--players", "9", "16", stdout=said, stderr=StringIO())

    rows = json.loads(said.getvalue())
    costs: dict[tuple[int, int], set[int]] = {}
    for row in rows:
        if row["engine"] != "swisspair":
            costs.setdefault((row["players"], row["round"]), set()).add(row["cost"])
        assert row["cpu_s"] > 0
    assert {row["engine"] for row in rows} >= {"passleft", "networkx", "rustworkx"}
    assert {size for size, _round in costs} == {9, 16}
    assert all(len(each) == 1 for each in costs.values())


def test_the_times_of_engines_stand_in_a_table():
    rows = [
        {"name": "pairing a", "engine": "a", "size": 64, "players": 64, "round": 3, "cpu_s": 0.01, "cost": 5},
        {"name": "pairing a", "engine": "a", "size": 64, "players": 63, "round": 5, "cpu_s": None, "cost": None},
        {"name": "pairing b", "engine": "b", "size": 1024, "players": 1024, "round": 3, "cpu_s": 2.5, "cost": 7},
        {"name": "growth of a", "engine": "a", "exponent": 1.25},
    ]

    assert pairing.table(rows).splitlines() == [
        "| players | a | b |",
        "|--:|--:|--:|",
        "| 64 | 0.01 / none s; 5 / - | - |",
        "| 1,024 | - | 2.5 s; 7 |",
        "",
        "growth of a: players to the power of 1.25",
    ]


def test_what_the_engine_costs_stands_in_a_table():
    ours = {"decisions_per_s": 105000, "of_enemy": 1.0, "games_per_s": 1150.0, "decisions_per_game": 91.5}
    parts = {"snapshot_us": 2.2, "view_us": 41.0, "replay_ms": 1.0, "rollouts_per_s": 2150}
    rows = [
        {"name": "engine enemy draft", "turns_per_game": 48.0, "searches_per_s": 28.0, "game_kb": 18} | ours | parts,
        {"name": "OpenSpiel skat", "decisions_per_s": 307000, "games_per_s": 13500.0, "of_enemy": 2.92},
    ]

    head, _rule, *lines = engine.table(rows).splitlines()
    assert head.startswith("| | decisions/s | of ENEMY | games/s |")
    assert lines == [
        "| enemy draft | 105,000 | 1.0 | 1,150.0 | 91.5 | 2.2 | 41.0 | 1.0 | 2,150 | 28.0 | 18 |",
        "| OpenSpiel skat | 307,000 | 2.92 | 13,500.0 | - | - | - | - | - | - | - |",
    ]


def test_growth_is_the_slope_between_logarithms():
    rows = [
        {"engine": "a", "size": size, "round": number, "cpu_s": seconds}
        for size, number, seconds in [(128, 3, 0.1), (128, 5, 1.0), (256, 3, 4.0), (64, 3, 9.0)]
    ]

    assert [row["exponent"] for row in pairing.growth_exponents(rows)] == [2.0]


def test_an_engine_that_does_not_come_to_an_end_is_ended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pairing, "WALL_TIME_LIMIT", 0.2)
    monkeypatch.setitem(pairing.ENGINES, "networkx", lambda graph: time.sleep(60))
    rows = pairing.measure(players=[6, 8])

    ended = [(row["size"], row["cpu_s"]) for row in rows if row["engine"] == "networkx"]
    assert ended == [(6, None), (6, None)]
