"""Endings of games between bots, reported from a position on."""

from functools import cache
from typing import Any

import pytest

from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.games import RULESETS
from tests.gameplay.games.enemy.cards import catalogue
from tests.instruments.reported_games.from_positions import Moment, ReportFromPosition
from tests.instruments.reported_games.games import play_and_report

Log = dict[str, Any]
GAMES = [("enemy", "draft", 1), ("hagmi", "survival", 1), ("hagmi", "team", 3), ("rm2k", "standard", 1)]
TURNS = 3  # of the ending of a game


@cache
def report_of(game: str, variant: str, number: int) -> ReportFromPosition:
    return ReportFromPosition(play_and_report(RULESETS[game], variant, number, include_optional=True))


def ending(report: ReportFromPosition, play: int = 0) -> Moment:
    """Return the play with this index among those of the last turns."""
    last = report.game.table.turn
    return [moment for moment in report.moments() if moment.turn > last - TURNS][play]


def judge(log: Log) -> Log:
    return verdict_json(reported_game_from_json(log, RULESETS, catalogue))


def with_last(log: Log, *entries: str) -> Log:
    return log | {"turns": [*log["turns"][:-1], "; ".join([log["turns"][-1], *entries])]}


@pytest.mark.parametrize(("game", "variant", "number"), GAMES)
def test_true_ending_is_legal_however_the_position_is_described(game: str, variant: str, number: int):
    report = report_of(game, variant, number)
    assert report.record.outcome
    winners = list(report.record.outcome.winners)

    for moment in (ending(report), ending(report, -1)):
        for known in ({}, {"seen_by": moment.active}, {"is_recorded": True}):
            verdict = judge(report.log(moment, **known))
            assert (verdict["verdict"], verdict["said"], known) == ("legal", None, known)
            assert verdict["outcome"]["winners"] == winners


@pytest.mark.parametrize(("game", "variant", "number"), GAMES)
def test_wrong_winner_is_found(game: str, variant: str, number: int):
    log = report_of(game, variant, number).log(ending(report_of(game, variant, number)))
    winners, names = log["result"]["winner"], log["players"]
    losers = [name for name in names if name not in winners]
    wrong = losers if isinstance(winners, list) else losers[0]
    claims = [*(f"{name} wins the game" for name in names if name not in losers), f"{losers[0]} loses the game"]

    assert judge(log | {"result": log["result"] | {"winner": wrong}})["verdict"] == "illegal"
    del log["result"]
    assert judge(with_last(log, *claims))["verdict"] == "legal"
    verdict = judge(with_last(log, f"{losers[0]} wins the game"))
    assert (verdict["verdict"], verdict["said"]) == ("illegal", f"{losers[0]} wins the game")
    assert verdict["clause"]
