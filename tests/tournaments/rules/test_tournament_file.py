import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gameplay.engine.core.errors import UnreadableError
from tests.tournaments.rules.events import TRAP
from tournaments.rules import tournament_file
from tournaments.rules.history import EventEntry, PlayedMatch
from tournaments.rules.json_output import pairing_json, tournament_json
from tournaments.rules.swiss import pair_round
from tournaments.rules.tournament_file import read_tournament

SEED = bytes(32)


def example(**changes: Any) -> dict[str, Any]:
    """Return a file of four players after one round; C entered late and missed it, D had the bye."""
    data = {
        "players": [{"id": "A", "name": "Alice"}, {"id": "B"}, {"id": "C", "entered_round": 2}, {"id": "D"}],
        "planned_rounds": 3,
        "pods": [["A", "B", "C", "D"]],
        "rounds": [
            {
                "round": 1,
                "matches": [{"table": 1, "a": "A", "b": "B", "games_a": 2, "games_b": 1, "games_drawn": 0}],
                "byes": ["D"],
                "missed": ["C"],
            }
        ],
    }
    return data | changes


def read(data: Any) -> Any:
    return read_tournament(json.dumps(data), file="event.json")


def refusal(data: Any) -> str:
    with pytest.raises(UnreadableError) as refused:
        read(data)
    return str(refused.value)


def test_all_fields_of_a_file_are_read():
    tournament = read(example())

    assert tournament.entries[0] == EventEntry("A", "Alice")
    assert tournament.entries[2].entered_round == 2
    assert (tournament.planned_rounds, tournament.pods) == (3, (("A", "B", "C", "D"),))
    [first] = tournament.rounds
    assert first.matches == (PlayedMatch("A", "B", 2, 1, 0, table=1),)
    assert (first.byes, first.missed) == (("D",), ("C",))


def test_rule_set_and_double_losses_are_read():
    data = example(ruleset="pokemon")
    data["rounds"][0]["matches"][0]["double_loss"] = True

    assert read(data).ruleset == "pokemon"
    assert read(data).rounds[0].matches[0].double_loss
    assert refusal(example(ruleset="luck")) == (
        "event.json: ruleset: There is no rule set luck. Choose one of these: mtr, pokemon, head-to-head, points."
    )


def test_optional_fields_have_defaults():
    tournament = read({"players": [{"id": "A", "dropped_after_round": None}, {"id": "B"}]})

    assert (tournament.planned_rounds, tournament.pods, tournament.rounds) == (3, (), ())
    assert tournament.ruleset == "mtr"
    assert tournament.entries == (EventEntry("A"), EventEntry("B"))


def one_match(**changes: Any) -> dict[str, Any]:
    return example(rounds=[{"round": 1, "matches": [{"a": "A", "b": "B", "games_a": 2, "games_b": 0} | changes]}])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "event.json: file: must be dict, not []"),
        ({"rounds": []}, "event.json: file: players is missing"),
        (example(odd=1), "event.json: file: unknown: odd"),
        (example(planned_rounds=0), "event.json: planned_rounds: must be at least 1, not 0"),
        (example(planned_rounds="3"), "event.json: planned_rounds: must be int, not '3'"),
        (example(players=[{"name": "Alice"}]), "event.json: players[0]: id is missing"),
        (example(players=[{"id": "A"}, {"id": "A"}]), "event.json: players: A appears twice"),
        (example(players=[{"id": "A", "disqualified": 1}]), "event.json: players[0].disqualified: must be bool, not 1"),
        (example(pods=[["A", "B"], ["C", "A"]]), "event.json: pods: A appears twice"),
        (example(pods=[["A", "B", "C"]]), "event.json: pods: D is in no pod"),
        (example(pods=[["A", "B", "C", "X"]]), "event.json: pods: X is not among the players"),
        (example(rounds=[{"round": 2}]), "event.json: rounds[0]: found round 2, expected round 1"),
        (one_match(games_a=-1), "event.json: rounds[0].matches[0].games_a: must be at least 0, not -1"),
        (one_match(games_a=True), "event.json: rounds[0].matches[0].games_a: must be int, not True"),
        (one_match(games_a=1.5), "event.json: rounds[0].matches[0].games_a: must be int, not 1.5"),
        (one_match(b="A"), "event.json: rounds[0]: A appears twice"),
        (one_match(b="X"), "event.json: rounds[0]: X is not among the players"),
        (one_match(b="C"), "event.json: rounds[0]: C did not enter until round 2"),
        (one_match(table=0), "event.json: rounds[0].matches[0].table: must be at least 1, not 0"),
        (one_match(winner="A"), "event.json: rounds[0].matches[0]: unknown: winner"),
        (example(rounds=[{"round": 1, "byes": [["A"]]}]), "event.json: rounds[0].byes[0]: must be str, not ['A']"),
        (example(players=[{"id": " "}]), "event.json: players[0].id: must not be empty"),
        (example(pods=[["A", "B", "C", ""]]), "event.json: pods[0][3]: must not be empty"),
        (
            example(planned_rounds=1, rounds=[{"round": 1}, {"round": 2}]),
            "event.json: rounds[1]: found round 2 of 1 planned rounds",
        ),
    ],
)
def test_unreadable_value_is_reported_with_its_place(data: Any, message: str):
    assert refusal(data) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"players": [], "players": []}', "event.json: file: players appears twice"),
        ('{"players": [{"id": "A"}, {"id": "B", "id": "C"}]}', "event.json: players[1]: id appears twice"),
        ('{"players": [{"id": "A", "name": "\\ud800"}]}', "event.json: players[0].name: it contains a lone surrogate"),
    ],
)
def test_ambiguous_text_is_refused_with_its_place(text: str, message: str):
    with pytest.raises(UnreadableError) as refused:
        read_tournament(text, file="event.json")

    assert str(refused.value).startswith(message)


def test_late_entry_needs_only_the_round_in_which_the_player_entered():
    data = example()
    del data["rounds"][0]["missed"]

    assert read(data) == read(example())


def test_more_rounds_than_usual_are_announced_by_playing_them():
    four = [{"round": number} for number in range(1, 5)]

    assert read({"players": [{"id": "A"}], "rounds": four}).planned_rounds == 4


@pytest.mark.parametrize(
    ("apart", "message"),
    [
        ([["A", "X"]], "event.json: apart[0]: X is not among the players"),
        ([["A", "B"], ["C", "C"]], "event.json: apart[1]: C appears twice"),
        ([["A", "B", "C"]], "event.json: apart[0]: must be two players, not 3"),
        (["AB"], "event.json: apart[0]: must be list, not 'AB'"),
    ],
)
def test_pairing_exclusions_are_pairs_of_players(apart: Any, message: str):
    assert refusal(example(apart=apart)) == message


def test_match_or_missed_round_after_a_drop_is_refused():
    data = one_match()
    data["players"][0]["dropped_after_round"] = 0
    absent = example(rounds=[{"round": 1, "missed": ["A"]}])
    absent["players"][0]["dropped_after_round"] = 0

    assert refusal(data) == refusal(absent) == "event.json: rounds[0]: A dropped after round 0"


@pytest.mark.parametrize("text", ['{"players": [}', "", "[" * 100_000, '{"planned_rounds": ' + "9" * 5000 + "}"])
def test_invalid_json_is_refused(text: str):
    with pytest.raises(UnreadableError) as refused:
        read_tournament(text, file="event.json")

    assert str(refused.value).startswith("event.json: ")


def test_syntax_error_is_reported_with_line_and_column():
    with pytest.raises(UnreadableError) as refused:
        read_tournament('{"players":\n  [}', file="event.json")

    assert refused.value.place == "line 2, column 4"


def test_pairing_as_json():
    tournament = read(example())
    answer = json.loads(json.dumps(pairing_json(pair_round(tournament, seed=SEED), tournament.next_round)))

    assert answer.keys() == {"round", "pairs", "byes", "cost", "optimal", "possible", "why"}
    assert (answer["round"], answer["pairs"], answer["byes"]) == (2, [["D", "A"], ["B", "C"]], [])
    assert (answer["cost"], answer["optimal"], answer["possible"]) == (0, True, True)
    assert answer["why"] == [{"code": "least_gaps", "pod": 1, "cost": 0}]


def test_impossible_round_as_json_has_alternatives():
    rounds = [
        {"round": each.number, "matches": [{"a": m.a, "b": m.b, "games_a": 1, "games_b": 1} for m in each.matches]}
        for each in TRAP
    ]
    tournament = read({"players": [{"id": player} for player in "ABCDEF"], "planned_rounds": 4, "rounds": rounds})
    answer = pairing_json(pair_round(tournament, seed=SEED), 4)

    assert (answer["possible"], answer["pairs"], answer["cost"], answer["optimal"]) == (False, [], None, None)
    assert answer["alternatives"][0].keys() == {"kind", "pairs", "byes", "rematches"}
    assert [option["rematches"] for option in answer["alternatives"] if option["kind"] == "rematch"] == [1] * 6


def test_written_tournament_is_read_back():
    tournament = read_tournament(json.dumps(example(apart=[["A", "B"]], power_pairing=True)))

    assert (tournament.apart, tournament.power_pairing) == ((("A", "B"),), True)
    assert read_tournament(json.dumps(tournament_json(tournament))) == tournament


@pytest.mark.parametrize(
    "data",
    [
        example(),
        {"players": []},
        {"players": [{"id": "A", "dropped_after_round": None}], "rounds": [{"round": 1}]},
        one_match(table=None),
        {"rounds": []},
        {"players": [{"name": "Alice"}]},
        example(rounds=[{"matches": []}]),
        example(odd=1),
        one_match(table=0),
        one_match(games_a=-1),
        one_match(winner="A"),
        example(planned_rounds=0),
        example(players=[{"id": "A", "entered_round": 0}]),
        example(players=[{"id": ""}]),
        {"players": [{"id": "A"}], "planned_rounds": 1, "rounds": [{"round": 1}], "cut": {"size": 2, "seeds": ["A"]}},
        example(cut={"size": 3, "seeds": []}),
        example(cut={"size": 2}),
        example(cut={"size": 2, "seeds": [], "places": 2}),
        {
            "players": [{"id": "A"}],
            "planned_rounds": 1,
            "rounds": [{"round": 1}],
            "cut": {"size": 2, "seeds": ["A"], "kept": [2], "ended_early": True},
        },
        example(cut={"size": 2, "seeds": [], "kept": ["2"]}),
        example(cut={"size": 2, "seeds": [], "ended_early": 1}),
    ],
)
def test_schema_and_reader_accept_the_same_files(data: Any):
    text = (Path(tournament_file.__file__).parent / "tournament.schema.json").read_text(encoding="utf-8")
    allowed = Draft202012Validator(json.loads(text)).is_valid(data)

    try:
        read(data)
    except UnreadableError:
        assert not allowed
    else:
        assert allowed


ONE_ROUND = {"planned_rounds": 1, "players": [{"id": "A"}, {"id": "B"}], "rounds": [{"round": 1}]}


@pytest.mark.clause("DRF-OP-12")
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rounds": []}, "the announced rounds are not all played"),
        ({"cut": {"size": 6, "seeds": []}}, "must be one of 2, 4, 8, not 6"),
        ({"cut": {"size": 2, "seeds": ["A", "A"]}}, "A appears twice"),
        ({"cut": {"size": 2, "seeds": ["A", "C"]}}, "C is not among the players"),
        ({"cut": {"size": 2, "seeds": ["A"], "rounds": [{"round": 2, "byes": ["B"]}]}}, "B is not among the players"),
        (
            {"cut": {"size": 2, "seeds": ["A"], "rounds": [{"round": 3, "byes": ["A"]}]}},
            "found round 3, expected round 2",
        ),
    ],
)
def test_cut_that_does_not_fit_its_event_is_refused(change: dict[str, Any], reason: str):
    with pytest.raises(UnreadableError, match=reason):
        read(ONE_ROUND | {"cut": {"size": 2, "seeds": ["A", "B"]}} | change)


def stage(number: int, *slips: str, byes: str = "") -> dict[str, Any]:
    """Return a round of the cut from slips such as "A-D 2-0"."""
    matches = []
    for slip in slips:
        a, b, games_a, games_b = slip.replace(" ", "-").split("-")
        matches.append({"a": a, "b": b, "games_a": int(games_a), "games_b": int(games_b)})
    return {"round": number, "matches": matches, "byes": list(byes)}


def top_4(*rounds: dict[str, Any], seeds: str = "ABCD", **fields: Any) -> dict[str, Any]:
    """Return an event with one empty round and a cut."""
    players = [{"id": each} for each in "ABCDE"]
    size = 2 if len(seeds) < 3 else 4
    cut = {"size": size, "seeds": list(seeds), "rounds": list(rounds)} | fields
    return {"planned_rounds": 1, "players": players, "rounds": [{"round": 1}], "cut": cut}


SEMI = stage(2, "A-D 2-0", "B-C 2-0")


@pytest.mark.clause("DRF-OP-12")
@pytest.mark.parametrize(
    ("data", "place", "reason"),
    [
        (top_4(stage(2, "A-B 2-0", "C-D 2-0")), 0, "A and B do not meet in this round of the bracket"),
        (top_4(stage(2, "D-B 2-0")), 0, "B and D do not meet in this round of the bracket"),
        (top_4(stage(2, "A-D 2-0", byes="BC")), 0, "B and C are in the same part of the bracket and do not meet"),
        (top_4(stage(2, byes="ABCD")), 0, "A and D are in the same part"),
        (top_4(SEMI, stage(3, "A-D 2-0")), 1, "A and D do not meet in this round"),
        (top_4(SEMI, stage(3, "A-C 2-0")), 1, "C did not win in round 2"),
        (top_4(SEMI, stage(3, "D-C 2-0")), 1, "C did not win in round 2"),
        (top_4(SEMI, stage(3, byes="D")), 1, "D did not win in round 2"),
        (top_4(stage(2, "B-C 2-0"), stage(3, "A-B 2-0")), 1, "A is not in round 2"),
        (top_4(stage(2, "A-D 0-0", "B-C 2-0"), stage(3, "A-B 2-0")), 1, "A did not win in round 2"),
        (top_4(SEMI, stage(3, byes="AB")), 1, "A and B are in the same part of the bracket and do not meet"),
        (top_4(SEMI, stage(3, "A-B 2-0"), stage(4, byes="A")), 2, "a top 4 has 2 rounds"),
        (top_4(stage(2, "A-B 2-0"), stage(3, byes="A"), seeds="AB"), 1, "a top 2 has 1 round"),
    ],
)
def test_stage_that_does_not_follow_from_the_one_before_is_refused(data: dict[str, Any], place: int, reason: str):
    with pytest.raises(UnreadableError, match=reason) as refused:
        read(data)
    assert refused.value.place == f"cut.rounds[{place}]"


@pytest.mark.clause("DRF-OP-12")
@pytest.mark.parametrize(
    "data",
    [
        top_4(stage(2, "D-A 0-2", "C-B 1-2"), stage(3, "B-A 2-0")),  # in any order of the players
        top_4(stage(2, "A-D 2-0", byes="B"), stage(3, "A-B 0-0")),
        top_4(stage(2, "A-D 2-0", "B-C 0-0")),
        top_4(stage(2, byes="AB"), stage(3, "A-B 2-1")),
        top_4(SEMI, stage(3, byes="A")),
        top_4(stage(2, "B-C 2-0", byes="A"), stage(3, "A-B 2-0"), seeds="ABC"),
        top_4(SEMI, stage(3, "D-B 2-0"), kept=[3]),  # the result of A was corrected during the final
        top_4(SEMI, ended_early=True),
    ],
)
def test_valid_stage_is_read_and_written(data: dict[str, Any]):
    tournament = read(data)

    assert read(tournament_json(tournament)) == tournament


def test_pairing_across_pods_is_read_and_written():
    tournament = read(example(across=True))

    assert tournament.across
    assert read(tournament_json(tournament)) == tournament
    assert "across" not in tournament_json(read(example()))
