"""The commands pair, standings and trf: JSON on standard output, exit code 0, 1 or 2."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

FIELD: dict[str, Any] = {"players": [{"id": each} for each in "ABCDEF"], "planned_rounds": 3, "rounds": []}
WORKED: dict[str, Any] = {
    "players": [{"id": each, "name": f"Player {each}"} for each in "ABCDEFGH"],
    "planned_rounds": 3,
    "rounds": [
        {"round": 1, "matches": ["C-F 2-1-1", "D-B 1-0-0", "A-H 1-1-1", "E-G 2-1-0"]},
        {"round": 2, "matches": ["A-B 1-2-0", "C-H 1-2-0", "D-G 2-1-1", "F-E 2-1-0"]},
        {"round": 3, "matches": ["D-H 2-1-0", "F-G 1-2-0", "C-A 1-2-0", "E-B 0-0-3"]},
    ],
}
TRAP = ["A-D B-E C-F", "A-E B-F C-D", "A-F B-D C-E"]


def slip(text: str) -> dict[str, Any]:
    pair, score = text.split(" ")
    a, b = pair.split("-")
    won, lost, drawn = map(int, score.split("-"))
    return {"a": a, "b": b, "games_a": won, "games_b": lost, "games_drawn": drawn}


def run(name: str, data: Any, folder: Path, **options: Any) -> tuple[int, str, str]:
    """Return the exit code, standard output and standard error of a command with ``data``, or text, as its file."""
    file, out, err = folder / "event.json", io.StringIO(), io.StringIO()
    file.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    try:
        call_command(name, str(file), stdout=out, stderr=err, **options)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def worked() -> dict[str, Any]:
    rounds = [each | {"matches": [slip(text) for text in each["matches"]]} for each in WORKED["rounds"]]
    return WORKED | {"rounds": rounds}


def test_pair_outputs_a_pairing_of_all_players(tmp_path: Path):
    code, out, err = run("pair", FIELD, tmp_path, seed=7)

    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert sorted(player for pair in answer["pairs"] for player in pair) == list("ABCDEF")
    assert (answer["round"], answer["byes"], answer["cost"], answer["optimal"], answer["possible"]) == (
        1,
        [],
        0,
        True,
        True,
    )
    assert run("pair", FIELD, tmp_path, seed=7)[1] == out


def test_pair_outputs_alternatives_if_every_pairing_breaks_a_rule(tmp_path: Path):
    rounds = [
        {"round": number, "matches": [slip(f"{pair} 2-0-0") for pair in pairs.split()]}
        for number, pairs in enumerate(TRAP, 1)
    ]

    code, out, _err = run("pair", FIELD | {"rounds": rounds, "planned_rounds": 4}, tmp_path)

    answer = json.loads(out)
    assert (code, answer["possible"]) == (1, False)
    assert answer["alternatives"][0]["rematches"] == 1


def bracket(*rounds: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return the worked example with a top 4: D meets A, B meets H."""
    return worked() | {"cut": {"size": 4, "seeds": ["D", "B", "H", "A"], "rounds": list(rounds)} | fields}


def semi_final(*results: str) -> dict[str, Any]:
    return {"round": 4, "matches": [slip(result) for result in results]}


FINAL = {"round": 5, "matches": [slip("D-B 2-0-0")]}


@pytest.mark.parametrize(
    ("data", "code", "round_number", "why"),
    [
        (bracket(semi_final("D-A 2-0-0", "B-H 0-0-0")), 1, 5, ["cut_undecided"]),
        (bracket(semi_final("D-A 0-0-0", "B-H 0-0-0")), 1, 5, ["cut_undecided", "cut_undecided"]),
        (bracket(semi_final("D-A 1-1-0", "B-H 2-0-0")), 1, 5, ["cut_undecided"]),
        (bracket(semi_final("D-A 2-0-0", "B-H 2-0-0"), FINAL), 1, 6, ["cut_over"]),
        (bracket(semi_final("D-A 2-0-0", "B-H 2-0-0"), ended_early=True), 1, 5, ["cut_over"]),
        (bracket(semi_final("D-A 2-0-0")), 1, 5, ["cut_undecided"]),
        (bracket(semi_final()), 1, 5, ["cut_undecided", "cut_undecided"]),
        (bracket(semi_final("D-A 2-0-0", "B-H 2-0-0")), 0, 5, ["cut_winners"]),
    ],
)
def test_stage_can_be_paired_if_the_one_before_is_decided(
    data: dict[str, Any], code: int, round_number: int, why: list[str], tmp_path: Path
):
    exit_code, out, err = run("pair", data, tmp_path)

    answer = json.loads(out)
    assert (exit_code, err, answer["round"], answer["possible"]) == (code, "", round_number, code == 0)
    assert (bool(answer["pairs"]), [reason["code"] for reason in answer["why"]]) == (code == 0, why)


def test_undecided_match_is_named(tmp_path: Path):
    _code, out, _err = run("pair", bracket(semi_final("D-A 2-0-0", "B-H 0-0-0")), tmp_path)

    answer = json.loads(out)
    assert (answer["why"], answer["byes"], answer["alternatives"]) == (
        [{"code": "cut_undecided", "a": "B", "b": "H"}],
        [],
        [],
    )


def test_missing_match_of_two_dropped_players_is_not_undecided(tmp_path: Path):
    data = bracket(semi_final("D-A 2-0-0"))
    data["players"] = [each | ({"dropped_after_round": 3} if each["id"] in "BH" else {}) for each in data["players"]]

    code, out, _err = run("pair", data, tmp_path)

    answer = json.loads(out)
    assert (code, answer["pairs"], answer["byes"]) == (0, [], ["D"])


def test_no_round_is_possible_without_players(tmp_path: Path):
    players = [each | {"dropped_after_round": 0} for each in FIELD["players"]]

    code, out, _err = run("pair", FIELD | {"players": players}, tmp_path)

    answer = json.loads(out)
    assert (code, answer["possible"], answer["pairs"]) == (1, False, [])
    assert [reason["code"] for reason in answer["why"]] == ["nobody_plays"]


@pytest.mark.parametrize("name", ["pair", "standings", "trf"])
def test_bracket_in_which_the_loser_advances_is_refused(name: str, tmp_path: Path):
    final = {"round": 5, "matches": [slip("A-B 2-0-0")]}

    code, out, err = run(name, bracket(semi_final("D-A 2-0-0", "B-H 2-0-0"), final), tmp_path)

    assert (code, out) == (2, "")
    assert err == f"{tmp_path / 'event.json'}: cut.rounds[1]: A did not win in round 4\n"


def test_standings_of_the_worked_example(tmp_path: Path):
    code, out, _err = run("standings", worked(), tmp_path, ruleset="mtr")

    rows = json.loads(out)
    assert code == 0
    assert [(row["player"], row["match_points"], row["omw"], row["gw"], row["ogw"]) for row in rows[:3]] == [
        ("D", 9, 0.407407, 0.666667, 0.447795),
        ("B", 4, 0.62963, 0.428571, 0.530864),
        ("H", 4, 0.592593, 0.481481, 0.52716),
    ]
    assert [row["rank"] for row in rows] == list(range(1, 9))
    assert rows[0]["omw_exact"] == "11/27"


@pytest.mark.parametrize("name", ["pair", "standings"])
@pytest.mark.parametrize("data", ["{", "[]", {"players": [{"id": "A"}, {"id": "A"}]}, {"nonsense": 1}])
def test_invalid_file_is_reported_in_one_line(name: str, data: Any, tmp_path: Path):
    code, out, err = run(name, data, tmp_path)

    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1
    assert err.startswith(str(tmp_path / "event.json"))


def test_trf_is_written_and_read_back(tmp_path: Path):
    code, text, _err = run("trf", worked(), tmp_path)
    assert (code, text.count("001 ")) == (0, 8)

    code, again, _err = run("trf", text, tmp_path)
    assert code == 0
    assert [player["name"] for player in json.loads(again)["players"]] == [f"Player {each}" for each in "ABCDEFGH"]
    code, table, _err = run("standings", text, tmp_path)
    assert (code, len(json.loads(table))) == (0, 8)


def test_unknown_pod_and_invalid_trf_are_refused(tmp_path: Path):
    code, _out, err = run("trf", FIELD, tmp_path, pod=2)
    assert (code, "pods: there is no pod 2" in err) == (2, True)

    code, _out, err = run("pair", "012 Open\r\n001    x", tmp_path)
    assert (code, "line 2: 'x' is not a number" in err) == (2, True)
