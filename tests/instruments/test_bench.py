"""The benchmarks, in runs of a few moments."""

import json
import os
import platform
import re
import time
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.core.management import CommandError, call_command

from tests.instruments.bench import engine, pairing, peers, plots, protections, records
from tournaments.rules.graphs import Matching, PairingGraph


@pytest.fixture(autouse=True)
def short_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (engine, peers):
        monkeypatch.setattr(module, "SECONDS", 0.01)
    monkeypatch.setattr(engine, "PART_SECONDS", 0.01)
    monkeypatch.setattr(engine, "ROUNDS", 1)


def test_engine_and_peers_are_measured_in_one_run(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("pyspiel")
    names = [f"engine {mode}" for mode in ("enemy draft", "hagmi team, 4 players", "rm2k open, 3 players")]
    parts = engine.measure_parts
    monkeypatch.setattr(engine, "measure_parts", lambda mode: parts(mode) if mode.name in names else {})
    output = StringIO()
    call_command("bench", "engine", "--json", stdout=output, stderr=StringIO())

    measured = {row["name"]: row for row in json.loads(output.getvalue())}
    assert {
        "engine enemy draft",
        "engine hagmi team, 4 players, through OpenSpiel",
        "OpenSpiel skat",
    } <= measured.keys()
    assert all(row["decisions_per_s"] > 0 and row["games_per_s"] > 0 for row in measured.values())
    assert measured["engine enemy draft"]["of_baseline"] == 1
    for row in map(measured.__getitem__, names):
        assert min(row["snapshot_us"], row["view_us"], row["replay_ms"], row["game_kb"]) > 0
        assert min(row["rollouts_per_s"], row["searches_per_s"]) > 0


def test_missing_peers_are_named_with_installation_instructions(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(peers, "find_spec", lambda module: None)
    monkeypatch.setattr(engine, "measure_parts", lambda mode: {})
    output, errors = StringIO(), StringIO()
    call_command("bench", "engine", "--json", stdout=output, stderr=errors)

    assert [row["name"] for row in json.loads(output.getvalue())] == [
        "engine enemy full",
        "engine enemy sample",
        "engine enemy draft",
        *("engine hagmi tactics", "engine hagmi survival", "engine hagmi simple", "engine hagmi multiplayer"),
        *("engine hagmi multiplayer, 3 players", "engine hagmi multiplayer, 4 players"),
        "engine hagmi team, 4 players",
        *("engine rm2k standard", "engine rm2k standard, 3 players", "engine rm2k standard, 4 players"),
        *("engine rm2k open", "engine rm2k open, 3 players", "engine rm2k open, 4 players"),
    ]
    assert "rlcard is not installed" in errors.getvalue()
    assert "deploy/requirements/bench.txt" in errors.getvalue()


def test_pods_draft_in_a_separate_site():
    output = StringIO()
    call_command("bench", "draft", "--json", "--seconds=1", "--think=0.2-0.4", "--pods", "1", stdout=output)

    measured = json.loads(output.getvalue())
    assert [(step["pods"], step["players"], step["database"]) for step in measured] == [(1, 6, "sqlite")]
    for step in measured:
        assert step["picks"] > 0
        assert step["errors"] == 0
        assert step["ack_ms"].keys() == {"p50", "p95", "p99"}
        assert min(step["server_cpu_ms_per_pick"], step["bytes_per_pick"], step["rss_mb"]) > 0
        assert min(step["arrival_ms"]["p50"], step["web_cpu_ms_per_arrival"], *step["loop_s"]) > 0


def test_games_are_played_in_a_separate_site():
    output = StringIO()
    options = ("--seconds=1", "--think=0.1-0.2", "--games", "2", "--game=hagmi", "--variant=multiplayer", "--seats=3")
    call_command("bench", "table", "--json", *options, stdout=output)

    (step,) = json.loads(output.getvalue())
    assert (step["games"], step["players"], step["variant"]) == (2, 6, "multiplayer")
    assert step["choices"] > 0
    assert step["errors"] == 0
    assert step["ack_ms"].keys() == step["received_ms"].keys() == {"p50", "p95", "p99"}
    assert min(step["received_ms"].values()) > 0
    assert step["cpu_ms_per_choice"].keys() >= {"web", "client"}
    assert min(step["bytes_per_choice_and_player"], step["messages_per_choice_and_player"], step["kb_per_game"]) > 0
    assert 1 <= step["looks_per_choice"] <= 3  # the two opponents fetch each choice, unless they fetch two in one go


def test_games_have_a_variant_of_their_ruleset():
    with pytest.raises(CommandError, match="draft"):
        call_command("bench", "table", "--game=enemy", "--variant=tactics", stdout=StringIO())


@pytest.mark.parametrize("what", ["draft", "table"])
def test_several_web_processes_need_postgres(what: str):
    with pytest.raises(CommandError, match="postgres"):
        call_command("bench", what, "--web=2", stdout=StringIO())


def test_bots_play_contests():
    output = StringIO()
    call_command("bench", "bots", "--json", "--games=1", "--work=2000", stdout=output)

    contests = {row["name"]: row["won"] + row["lost"] + row["drawn"] for row in json.loads(output.getvalue())}
    assert contests == {"strong against regular": 1, "regular against random": 1, "drafted against random picks": 1}


def test_rounds_are_paired_with_all_engines():
    output = StringIO()
    call_command("bench", "pairing", "--json", "--players", "9", "16", stdout=output, stderr=StringIO())

    rows = json.loads(output.getvalue())
    costs: dict[tuple[int, int], set[int]] = {}
    for row in rows:
        if row["engine"] != "swisspair":
            costs.setdefault((row["players"], row["round"]), set()).add(row["cost"])
        assert row["cpu_s"] > 0
    assert {row["engine"] for row in rows} >= {"passleft", "networkx", "rustworkx"}
    assert {size for size, _round in costs} == {9, 16}
    assert all(len(each) == 1 for each in costs.values())


def test_pairing_figures_are_printed_as_a_table():
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


def test_engine_figures_are_printed_as_a_table():
    ours = {"decisions_per_s": 105000, "of_baseline": 1.0, "games_per_s": 1150.0, "decisions_per_game": 91.5}
    parts = {"snapshot_us": 2.2, "view_us": 41.0, "replay_ms": 1.0, "rollouts_per_s": 2150}
    rows = [
        {"name": "engine enemy draft", "turns_per_game": 48.0, "searches_per_s": 28.0, "game_kb": 18} | ours | parts,
        {"name": "OpenSpiel skat", "decisions_per_s": 307000, "games_per_s": 13500.0, "of_baseline": 2.92},
    ]

    head, _rule, *lines = engine.table(rows).splitlines()
    assert head.startswith("| | decisions/s | of the first | games/s |")
    assert lines == [
        "| enemy draft | 105,000 | 1.0 | 1,150.0 | 91.5 | 2.2 | 41.0 | 1.0 | 2,150 | 28.0 | 18 |",
        "| OpenSpiel skat | 307,000 | 2.92 | 13,500.0 | - | - | - | - | - | - | - |",
    ]


def test_growth_exponent_is_the_slope_of_logarithms():
    rows = [
        {"engine": "a", "size": size, "round": number, "cpu_s": seconds}
        for size, number, seconds in [(128, 3, 0.1), (128, 5, 1.0), (256, 3, 4.0), (64, 3, 9.0)]
    ]

    assert [row["exponent"] for row in pairing.growth_exponents(rows)] == [2.0]


def pair_for_a_minute(graph: PairingGraph) -> Matching:
    time.sleep(60)
    return ()


def test_engine_that_exceeds_the_time_limit_is_killed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pairing, "WALL_TIME_LIMIT", 0.2)
    monkeypatch.setitem(pairing.ENGINES, "networkx", pair_for_a_minute)
    rows = pairing.measure(players=[6, 8])

    times = [(row["size"], row["cpu_s"]) for row in rows if row["engine"] == "networkx"]
    assert times == [(6, None), (6, None)]


def test_protections_are_measured_with_complete_requests(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(protections, "REQUESTS", 3)
    monkeypatch.setattr(protections, "ROUNDS", 1)

    [figures] = protections.measure()

    assert figures["us_without_limits"] > 0
    assert figures["us_with_limits"] > 0


def draft_row(pods: int, ack: float) -> dict[str, Any]:
    acks = {"p50": ack / 4, "p95": ack / 2, "p99": ack}
    head = {"name": "draft", "database": "postgresql", "web": 2, "pods": pods, "loop_s": [0.03, 0.05]}
    return head | {"ack_ms": acks, "cpu_ms_per_pick": {"web": 3.0, "postgres": 1.0, "client": 0.5}}


def test_recorded_figures_are_drawn_with_their_machine(tmp_path: Path):
    rows = [{"name": f"/{page} as visitor, {n} players", "cpu_s": n / 1000} for page in ("a<b", "c") for n in (20, 200)]
    records.record("pages", rows, folder=tmp_path)
    records.record("draft", [draft_row(64, 40), draft_row(128, 400)], folder=tmp_path)
    stored = records.recorded("draft", folder=tmp_path)
    assert stored
    assert stored["machine"] == {"cores": os.cpu_count(), "python": platform.python_version(), "loop_s": 0.04}

    page = plots.write_page(folder=tmp_path).read_text()

    for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ET.fromstring(drawing)
    assert page.count("the fixed loop took") == 3
    assert "/a&lt;b as visitor" in page
    assert "<title>web: 3.0 ms</title>" in page


def test_slower_acknowledgements_are_drawn_higher_and_the_limit_between():
    plot = plots.acks_plot({"rows": [draft_row(64, 40), draft_row(128, 400)]})

    [slowest] = [line for line in plot.lines if line.name == "99 of 100"]
    (_, first), (_, last) = [map(float, place.split(",")) for place in slowest.points.split()]
    assert plot.limit
    assert last < plot.limit < first


def test_labels_of_lines_do_not_overlap():
    rows = [{"name": f"/{page}, {n} players", "cpu_s": 0.1 * n} for page in "abcdef" for n in (1, 10)]
    plot = plots.pages_plot({"rows": rows})

    places = sorted(line.label_y for line in plot.lines)
    assert all(below - above >= plots.LABEL_DISTANCE for above, below in pairwise(places))
