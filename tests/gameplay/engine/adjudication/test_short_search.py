"""What a verdict asks for if the search ends before it has tried everything."""

from dataclasses import replace
from typing import Any

import pytest

from gameplay.engine.adjudication.hypotheses import ReportedGame, StepBudget
from gameplay.engine.adjudication.late_results import judge_with_late_results
from gameplay.engine.adjudication.notation import SearchLimits
from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.engine.adjudication.verdict import UNDECIDABLE, Verdict
from gameplay.games import RULESETS
from tests.gameplay.games.enemy.cards import catalogue

ONE_BRANCH = SearchLimits(runs=1, asks=20)
ALICE = {"party": ["Elk", "BT"], "hand": [{"unknown": 5}], "score": ["Gladiator"]}
BOB = {"party": ["Crim", "Gardenia"], "hand": [{"unknown": 5}], "score": ["Chicken Hand"]}


def read(*turns: str, limits: SearchLimits) -> ReportedGame:
    """Return an account from the middle of a draft game, in which Alice is to play, with these limits."""
    enemy = RULESETS["enemy"]
    assert enemy.notation
    rulesets = RULESETS | {"enemy": replace(enemy, notation=replace(enemy.notation, limits=limits))}
    log = {
        "format": "passleft-log-1",
        "ruleset": "enemy",
        "variant": "draft",
        "players": ["Alice", "Bob"],
        "position": {"turn": 9, "active": 0, "step": "play", "seats": [ALICE, BOB]},
        "turns": list(turns),
    }
    reported = reported_game_from_json(log, rulesets, catalogue)
    assert isinstance(reported, ReportedGame)
    return reported


def fight(pc: str, total: int) -> str:
    """Return Bob's turn, in which ``pc`` reaches ``total`` with a destiny of 4."""
    return f"attack General Armor; fight; {pc} vs General Armor; destiny 4-3; {pc} {total} to 9"


def needs(*turns: str) -> list[dict[str, Any]]:
    """Return the facts that a verdict asks for after one branch."""
    found = verdict_json(read(*turns, limits=ONE_BRANCH))
    assert found["verdict"] == "undecidable"
    asked: list[dict[str, Any]] = found["needs"]
    return asked


@pytest.mark.parametrize("pc", ["BT", "Elk"])
def test_unexplained_total_asks_who_bears_an_item(pc: str) -> None:
    [fact] = needs("play Noble Cloak", fight(pc, 10))

    assert (fact["turn"], fact["before"], fact["completes"]) == (1, 0, True)
    assert fact["write"] == ["play {card} on {card_bearer}"]
    assert len(fact["cards"]) == 2


def test_only_entries_about_the_named_card_are_asked_for() -> None:
    turns = ["play Noble Cloak", "play Lavaman Spear", "hide", fight("BT", 10)]

    assert [fact["turn"] for fact in needs(*turns)] == [1]


def test_only_forms_that_say_more_are_suggested() -> None:
    [fact] = needs("play Mistral", fight("BT", 10))

    assert (fact["before"], fact["completes"]) == (0, True)
    assert fact["write"] == ["play {card} for {card_old}"]


def test_complete_entry_is_not_asked_for() -> None:
    found = verdict_json(read("play Noble Cloak on BT", fight("BT", 12), limits=ONE_BRANCH))

    assert (found["verdict"], found["clause"]) == ("illegal", "ENE-16.9")


def test_other_readings_share_the_steps_of_a_verdict() -> None:
    reported, given = read("hide", "points 1-1; hide", "points 1-1; hide", limits=ONE_BRANCH), list[int]()
    undecided = Verdict(UNDECIDABLE, reported.all_entries[1])

    def judge(_: ReportedGame, budget: StepBudget) -> Verdict:
        given.append(budget.remaining)
        budget.spend(10)
        return undecided

    judge_with_late_results(reported, undecided, judge, StepBudget(100))

    assert given == [50, 45]


def test_no_more_readings_are_judged_once_the_steps_are_spent() -> None:
    reported = read("hide", "points 1-1; hide", "points 1-1; hide", limits=ONE_BRANCH)
    undecided = Verdict(UNDECIDABLE, reported.all_entries[1])

    def judge(_: ReportedGame, budget: StepBudget) -> Verdict:
        raise AssertionError(budget.remaining)

    assert judge_with_late_results(reported, undecided, judge, StepBudget(0)) is undecided


def test_at_least_one_branch_is_tried() -> None:
    found = verdict_json(read("hide", "hide", limits=SearchLimits(runs=1, asks=0)))

    assert found["verdict"] == "legal"
