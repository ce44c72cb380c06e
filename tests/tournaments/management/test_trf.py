"""TRF files as documented by chess tools: double losses, forbidden pairs, absent players, limits.

Sources: FIDE Handbook C.04 annex 2 (TRF16: columns and signs of results), JaVaFo Advanced User Manual 2.2 (XXR, XXZ,
XXS, XXP), README of bbpPairings (BBW, BBD), TRF26 (142, 260).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from gameplay.engine.core.errors import UnreadableError
from tests.tournaments.management.test_commands import run
from tests.tournaments.rules.events import event, played
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament
from tournaments.rules.standings import standings
from tournaments.rules.swiss import pair_round
from tournaments.rules.trf import BeyondTrfError, PointsBeyondTrfError, write_trf
from tournaments.rules.trf_reader import read_trf


def player(number: int, points: float, rank: int, *rounds: str) -> str:
    """Return a line 001 of TRF16: 5-8 number, 15-47 name, 81-84 points, 86-89 rank, rounds of ten columns from 92."""
    line = [" "] * 89
    for first, text in (
        (1, "001"),
        (5, f"{number:>4}"),
        (15, f"Player, {number}"),
        (81, f"{points:>4.1f}"),
        (86, f"{rank:>4}"),
    ):
        line[first - 1 : first - 1 + len(text)] = text
    return "".join(line) + "".join(f"  {each:<8}" for each in rounds)


def file(*lines: str) -> str:
    return "\r".join(("012 Open", "XXR 3", "XXS W=3 D=1 PAB=3", *lines, ""))


def trf(data: Any, folder: Path, **options: Any) -> tuple[int, str, str]:
    return run("trf", data, folder, **options)


DOUBLE = file(player(1, 0, 1, "   2 w 0"), player(2, 0, 1, "   1 b 0"), player(3, 3, 1, "0000 - U"))
"""A game that both players lost: each line has a loss, with an opponent."""


def test_game_lost_by_both_players_is_a_double_loss():
    tournament = read_trf(DOUBLE)

    assert tournament.rounds[0].matches == (PlayedMatch("1", "2", 0, 0, double_loss=True),)
    assert {row.player: str(row.record) for row in standings(tournament)} == {"1": "0-1-0", "2": "0-1-0", "3": "1-0-0"}


@pytest.mark.parametrize("signs", [("L", "L"), ("0", "l"), ("l", "0")])
def test_unrated_game_can_be_a_double_loss(signs: tuple[str, str]):
    text = DOUBLE.replace("   2 w 0", f"   2 w {signs[0]}").replace("   1 b 0", f"   1 b {signs[1]}")

    assert read_trf(text).rounds[0].matches == (PlayedMatch("1", "2", 0, 0, double_loss=True),)


@pytest.mark.parametrize("games", [(0, 0, 0), (1, 1, 0), (1, 0, 0), (0, 1, 1)])
def test_double_loss_with_any_score_is_read_back(games: tuple[int, int, int], tmp_path: Path):
    match = {"a": "A", "b": "B", "games_a": games[0], "games_b": games[1], "games_drawn": games[2], "double_loss": True}
    data = {"players": [{"id": each} for each in "ABC"], "planned_rounds": 3}
    data |= {"rounds": [{"round": 1, "matches": [match], "byes": ["C"]}]}

    code, text, _err = trf(data, tmp_path)
    read_code, file_json, _err = trf(text, tmp_path)
    standings_code, standings_json, _err = run("standings", text, tmp_path)

    assert (code, read_code, standings_code) == (0, 0, 0)
    lines = {line[4:8].strip(): line for line in text.split("\r\n") if line.startswith("001")}
    assert [(lines[number][80:84], lines[number][91:99]) for number in ("1", "2")] == [
        (" 0.0", "   2 w -"),
        (" 0.0", "   1 b -"),
    ]
    assert json.loads(file_json)["rounds"][0]["matches"][0]["double_loss"] is True
    records = {row["player"]: row["record"] for row in json.loads(standings_json)}
    assert records == {"1": "0-1-0", "2": "0-1-0", "3": "1-0-0"}


def test_players_who_both_forfeited_have_not_met():
    both = read_trf(DOUBLE.replace("   2 w 0", "   2 w -").replace("   1 b 0", "   1 b -"))

    assert (both.rounds[0].matches, both.rounds[0].missed) == ((), ("1", "2"))


@pytest.mark.parametrize(("first", "second"), [("0", "-"), ("-", "0"), ("0", "="), ("1", "1"), ("+", "1")])
def test_contradictory_results_are_refused(first: str, second: str):
    text = DOUBLE.replace("   2 w 0", f"   2 w {first}").replace("   1 b 0", f"   1 b {second}")

    with pytest.raises(UnreadableError, match="round 1: ") as refused:
        read_trf(text)
    assert refused.value.place.startswith("line ")


def exclusions(*lines: str) -> set[frozenset[str]]:
    rest = (player(number, 0, 1) for number in (13, 68, 78, 102, 111))
    return {frozenset(pair) for pair in read_trf(file(*lines, *rest)).apart}


def test_forbidden_pairs_of_the_manual_are_read():
    pairs = ["13 68", "13 111", "78 68", "78 111", "102 68", "102 111"]

    assert exclusions(*(f"XXP {pair}" for pair in pairs)) == {frozenset(pair.split()) for pair in pairs}


@pytest.mark.parametrize("line", ["XXP 13 78 102", "XXP   102\t13  78 ", "XXP 78 13 102 13"])
def test_all_players_of_a_record_are_excluded_from_each_other(line: str):
    assert exclusions(line) == {frozenset(pair) for pair in (("13", "78"), ("13", "102"), ("78", "102"))}


def test_forbidden_pairs_can_be_anywhere_in_the_file():
    players = [player(number, 0, 1) for number in (1, 2, 3)]

    assert read_trf(file("XXP 1 3", *players)).apart == read_trf(file(*players, "XXP 3 1")).apart == (("1", "3"),)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("XXP 13 99", "there is no player 99"),
        ("XXP 13", "at least two players"),
        ("XXP 13 13", "at least two players"),
        ("XXP", "at least two players"),
        ("XXP 13,68", "'13,68' is not a number"),
        ("XXZ 99", "there is no player 99"),
        ("260 001 003   13   99", "there is no player 99"),
        ("260 001 003   13", "at least two players"),
        ("260", "at least two players"),
        ("260 001 001   13   68", "for some rounds only"),
        ("260 002 003   13   68", "for some rounds only"),
    ],
)
def test_invalid_record_of_players_is_refused_with_its_line(line: str, reason: str):
    with pytest.raises(UnreadableError, match=reason) as refused:
        exclusions(line)
    assert refused.value.place == "line 4"


def test_record_260_is_read_if_it_applies_to_the_end():
    assert exclusions("260 001 003   13   68") == {frozenset({"13", "68"})}
    one_round = (player(1, 3, 1, "   2 w 1"), player(2, 0, 2, "   1 b 0"), player(3, 3, 1, "0000 - U"))

    past = read_trf(file("260 001 001    1    3", *one_round))
    remaining = read_trf(file("260 002 003    1    3", *one_round))

    assert (past.apart, remaining.apart) == ((), (("1", "3"),))


def test_absent_players_are_not_paired():
    lines = [player(number, 0, 1) for number in range(1, 5)]

    found = read_trf(file(*lines, "XXZ 2", "XXZ 4"))

    assert [entry.id for entry in found.entries if not entry.plays_in(1)] == ["2", "4"]
    assert pair_round(found, seed=bytes(32)).pairs == (("1", "3"),)


@pytest.mark.parametrize("line", ["240 Z 001    2    4", "240 Z 001 0002 0004", "240 z   1    2\t4"])
def test_zero_point_bye_in_the_next_round_is_an_absence(line: str):
    found = read_trf(file(*(player(number, 0, 1) for number in range(1, 5)), line))

    assert [entry.id for entry in found.entries if not entry.plays_in(1)] == ["2", "4"]
    assert pair_round(found, seed=bytes(32)).pairs == (("1", "3"),)


def test_bye_record_of_a_past_round_is_ignored():
    lines = (player(1, 3, 1, "   2 w 1"), player(2, 0, 2, "   1 b 0"), player(3, 0, 3, "0000 - Z"))

    assert read_trf(file(*lines, "240 Z 001    3")) == read_trf(file(*lines))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("240 H 001   13", "a bye H in round 1"),
        ("240 F 001   13", "a bye F in round 1"),
        ("240 Z 002   13", "a bye Z in round 2"),
        ("240 Z 001   99", "there is no player 99"),
        ("240 P 001   13", "'P' is not a kind of bye"),
        ("240", "'' is not a kind of bye"),
        ("250      02.0 001 003 0001 0090", "accelerated rounds"),
        ("XXA    1  1.0  1.0", "accelerated rounds"),
        ("299 W      01.0     001   13", "points that do not follow from results"),
    ],
)
def test_unsupported_records_that_affect_pairing_are_refused(line: str, reason: str):
    with pytest.raises(UnreadableError, match=reason) as refused:
        exclusions(line)
    assert refused.value.place == "line 4"


@pytest.mark.parametrize(
    ("first", "second"),
    [("   2   +", "   1   -"), ("   2 - +", "   1 - -"), ("   2 W 1", "   1 B 0"), ("   2 w +", "   1 b -")],
)
def test_colours_can_be_blank_or_capital(first: str, second: str):
    found = read_trf(DOUBLE.replace("   2 w 0", first).replace("   1 b 0", second))

    assert found.rounds[0].matches == (PlayedMatch("1", "2", 1, 0),)


def test_byte_order_mark_is_ignored(tmp_path: Path):
    code, file_json, _err = trf("\ufeff" + DOUBLE, tmp_path)

    assert (code, json.loads(file_json)["rounds"][0]["byes"]) == (0, ["3"])


def test_control_characters_are_removed_from_names():
    text = write_trf(Tournament((EventEntry("A", "Al\x00\x1b[2Jice\u0085"), EventEntry("B", "Bob\r001")), 3))

    names = [line[14:47].rstrip() for line in text.split("\r\n") if line.startswith("001")]
    assert names == ["Al [2Jice", "Bob 001"]


def test_pairing_exclusions_are_written_and_read_back(tmp_path: Path):
    data = {"players": [{"id": each, "name": each} for each in ("Ana", "Ben", "Cem", "Dan")], "planned_rounds": 3}

    _code, text, _err = trf(data | {"apart": [["Ana", "Cem"], ["Dan", "Ben"]]}, tmp_path)
    _code, file_json, _err = trf(text, tmp_path)

    assert ("\r\nXXP 1 3\r\n" in text, "\r\nXXP 4 2\r\n" in text) == (True, True)
    assert {frozenset(pair) for pair in json.loads(file_json)["apart"]} == {frozenset("13"), frozenset("24")}
    _code, paired, _err = run("pair", text, tmp_path)
    assert {frozenset("13"), frozenset("24")}.isdisjoint(frozenset(pair) for pair in json.loads(paired)["pairs"])


def test_file_of_a_pod_has_only_its_own_exclusions(tmp_path: Path):
    data = {"players": [{"id": each} for each in "ABCD"], "pods": [["A", "B"], ["C", "D"]]}

    _code, text, _err = trf(data | {"apart": [["A", "C"], ["D", "C"]]}, tmp_path, pod=2)

    assert [line for line in text.split("\r\n") if line.startswith("XXP")] == ["XXP 2 1"]


def test_points_of_results_are_written_for_both_engines():
    text = write_trf(event("AB"))

    assert "\r\nBBW    3.0\r\nBBD    1.0\r\nBBU    3.0\r\nXXS W=3.0 D=1.0 PAB=3.0\r\n" in text


def crowd(count: int) -> Tournament:
    return Tournament(tuple(EventEntry(str(number)) for number in range(1, count + 1)), 3)


def test_maximum_number_of_players_is_written():
    text = write_trf(crowd(9_999))

    last = text.rstrip("\r\n").split("\r\n")[-1]
    assert (last[:8], last[80:84], len(last)) == ("001 9999", " 0.0", 89)
    assert read_trf(text).entries[-1].id == "9999"


def test_too_many_players_are_refused(tmp_path: Path):
    with pytest.raises(BeyondTrfError) as refused:
        write_trf(crowd(10_000))
    assert (refused.value.code, refused.value.details) == ("beyond_trf", {"most": 9_999, "count": 10_000})

    code, out, err = trf({"players": [{"id": str(number)} for number in range(10_000)]}, tmp_path)

    assert (code, out) == (2, "")
    assert "players: A TRF can hold at most 9999 players, not 10000." in err
    assert len(err.strip().splitlines()) == 1


def test_too_many_points_are_refused():
    def winner(rounds: int) -> Tournament:
        history = tuple(PlayedRound(number, (PlayedMatch("A", "B", 2, 0),)) for number in range(1, rounds + 1))
        return Tournament((EventEntry("A"), EventEntry("B")), rounds, rounds=history)

    assert " 99.0" in write_trf(winner(33))[:400]
    with pytest.raises(PointsBeyondTrfError, match="at most 99 points, and a player has 102"):
        write_trf(winner(34))


def test_points_and_records_are_read_back():
    tournament = event("ABCDEF", played(1, "A-B 2-1-0, C-D 2-0-1, E-F 1-1-1"))

    read_back = read_trf(write_trf(tournament))

    assert [(row.record.match_points, str(row.record)) for row in standings(read_back)] == [
        (row.record.match_points, str(row.record)) for row in standings(tournament)
    ]
