"""The judge detects planted faults, and the command resumes an interrupted run."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from gameplay.engine.core.chance import RandomStream
from tests.instruments.management.commands import pairings
from tests.instruments.pairings import events
from tests.instruments.pairings.events import find_fault, play_and_judge_event
from tests.instruments.pairings.judge import PairingJudge, can_play_rounds, every_pairing
from tests.tournaments.rules.events import TRAP, event, meeting, played
from tournaments.rules.history import Tournament
from tournaments.rules.pairing import RoundPairing
from tournaments.rules.swiss import pair_round

SEED = bytes(32)
FOUR = event("ABCD", played(1, "A-B 2-0-0, C-D 2-0-0"))
SIX = event("ABCDEF", played(1, "A-F 2-0-0, B-D 2-0-0, C-E 0-2-0"), played(2, "A-E 0-2-0, B-C 0-2-0, D-F 2-0-0"))
FIVE = event("ABCDE", played(1, "A-B 2-1-0, C-D 2-0-0", byes="E"))


def judge_answer(monkeypatch: pytest.MonkeyPatch, tournament: Tournament, pairing: RoundPairing) -> str:
    """Return the fault that the judge finds if the rules always return ``pairing``."""
    monkeypatch.setattr(events, "pair_round", lambda _tournament, *, seed: pairing)
    return find_fault(tournament, pairing, PairingJudge(tournament), SEED, RandomStream(SEED, "judge"))


def pairing_with(tournament: Tournament, pairs: str, **changes: object) -> RoundPairing:
    """Return the pairing of the rules with other ``pairs`` and ``changes``."""
    made = pair_round(tournament, seed=SEED)
    return replace(made, pairs=tuple((pair[0], pair[1]) for pair in pairs.split()), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("tournament", [FOUR, FIVE, SIX, event("ABCDEF", *TRAP, planned=4)])
def test_pairings_of_the_rules_have_no_fault(monkeypatch: pytest.MonkeyPatch, tournament: Tournament):
    assert judge_answer(monkeypatch, tournament, pair_round(tournament, seed=SEED)) == ""


@pytest.mark.parametrize(
    ("tournament", "pairs", "changes", "fault"),
    [
        (FOUR, "AC BD", {"possible": False}, "possible: False"),
        (FOUR, "AC", {}, "a player is missing or paired twice"),
        (FOUR, "AC BD AC", {}, "a player is missing or paired twice"),
        (FOUR, "AB CD", {"cost": 18}, "a rematch, a second bye or an excluded pair"),
        (replace(FOUR, apart=(("A", "C"),)), "AC BD", {"cost": 0}, "a rematch, a second bye or an excluded pair"),
        (FIVE, "AC BD", {"byes": ("E",)}, "a rematch, a second bye or an excluded pair"),
        (FOUR, "AC BD", {"cost": 1}, "the stated cost is wrong"),
        (FOUR, "AC BD", {"optimal": None}, "the stated cost is wrong"),
        (FOUR, "AD BC", {"cost": 18}, "(0, 18, 0, 0) instead of (0, 0, 0, 0)"),
        (FIVE, "AE CD", {"byes": ("B",), "cost": 18}, "a rematch, a second bye or an excluded pair"),
        (FIVE, "AE CB", {"byes": ("D",), "cost": 18}, ""),
        (FIVE, "AD CE", {"byes": ("B",), "cost": 18}, "(0, 18, 1, 0) instead of (0, 18, 0, 0)"),
        (SIX, "AD BE CF", {}, "(0, 18, 0, 4) instead of (0, 18, 0, 2)"),
    ],
)
def test_every_fault_is_detected(
    monkeypatch: pytest.MonkeyPatch, tournament: Tournament, pairs: str, changes: dict[str, object], fault: str
):
    assert judge_answer(monkeypatch, tournament, pairing_with(tournament, pairs, **changes)) == fault


def test_different_pairings_from_the_same_seed_are_a_fault(monkeypatch: pytest.MonkeyPatch):
    made = pair_round(SIX, seed=SEED)
    monkeypatch.setattr(events, "pair_round", lambda _tournament, *, seed: pairing_with(SIX, "AD BE CF"))

    assert (
        find_fault(SIX, made, PairingJudge(SIX), SEED, RandomStream(SEED, "judge"))
        == "different pairings from the same seed"
    )


def test_judge_enumerates_pairings_and_looks_ahead():
    assert [len(every_pairing(tuple("ABCDEFGH"[:size]))) for size in range(1, 9)] == [1, 1, 3, 3, 15, 15, 105, 105]
    excluded = PairingJudge(event("ABCDEF", *TRAP)).excluded
    assert (can_play_rounds(excluded, tuple("ABCDEF"), 1), can_play_rounds(frozenset(), tuple("ABCDEF"), 5)) == (
        False,
        True,
    )


def test_search_and_matching_agree():
    for number in range(40):
        for size in (5, 8):
            tournament = event("ABCDEFGH"[:size], planned=1)
            chance = RandomStream(bytes([number]), "agree")
            for _round in range(2):
                tournament = events.play_round(tournament, pair_round(tournament, seed=SEED), chance)
            judge = PairingJudge(tournament)
            assert judge.minimum_cost() == judge.minimum_by_matching()


def test_events_have_drops_late_entries_awarded_byes_and_exclusions():
    seen = [events.new_event(RandomStream(b"1", f"event/{number}"), 20) for number in range(40)]
    assert any(each.apart for each in seen)

    chance, tournament = RandomStream(b"1", "changes"), event("ABCD", meeting(1, "AB CD"), planned=9)
    for _change in range(40):
        tournament = events.drop_and_add_players(tournament, chance)
    assert any(entry.dropped_after_round == 1 for entry in tournament.entries)
    assert tournament.rounds[0].missed
    assert tournament.rounds[0].byes


def test_command_resumes_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "events"
    judged_events: list[int] = []

    def judged(seed: int, number: int, *, largest: int) -> list[events.JudgedRound]:
        judged_events.append(number)
        return list(play_and_judge_event(seed, number, largest=largest))

    monkeypatch.setattr(pairings, "play_and_judge_event", judged)
    for times in ("2", "5"):
        out = StringIO()
        with pytest.raises(SystemExit) as ended:
            call_command("pairings", "--times", times, "--largest", "12", "--file", str(file), stdout=out)
    summary = json.loads(out.getvalue())

    assert judged_events == [0, 1, 2, 3, 4]
    assert (ended.value.code, summary["events"], summary["faults"]) == (0, 5, 0)
    assert len(file.read_text().splitlines()) == 5


def test_fault_is_reported_with_its_event(monkeypatch: pytest.MonkeyPatch):
    wrong = events.JudgedRound(players=9, round=2, possible=True, fault="(0, 18, 0, 0) instead of (0, 0, 0, 0)")
    monkeypatch.setattr(
        pairings, "play_and_judge_event", lambda seed, number, *, largest: [wrong] if number == 1 else []
    )
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("pairings", "--times", "3", stdout=out)

    assert ended.value.code == 1
    assert [each["event"] for each in json.loads(out.getvalue())["first"]] == [1]
