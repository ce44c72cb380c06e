"""Truthful logs of HAGMI! with public facts left out: no proof may call them impossible."""

import pytest

from gameplay.engine.adjudication.exhaustive import ExhaustiveSearch, SearchLimitError
from gameplay.engine.adjudication.hypotheses import Contradiction, ReportedGame, StepBudget
from gameplay.engine.adjudication.paper_log import reported_game_from_json
from gameplay.games import RULESETS
from tests.gameplay.games.enemy.cards import catalogue
from tests.gameplay.games.hagmi.test_paper import BOAT, EXAMPLE, FIRST, FLYER, SECOND, verdict

AIMED_AT_BOAT = SECOND.replace(f"on {FLYER}", f"on {BOAT}")  # the Flyer keeps its fuel


def proved_contradiction(*turns: str) -> Contradiction | None:
    """Return the contradiction that an exhaustive search finds. Raises SearchLimitError."""
    reported_game = reported_game_from_json(EXAMPLE | {"turns": list(turns)}, RULESETS, catalogue)
    assert isinstance(reported_game, ReportedGame)
    search = ExhaustiveSearch(reported_game, 1200, lambda hypothesis, outcome: outcome, StepBudget(20_000))
    return search.find_contradiction()


@pytest.mark.parametrize("unveiled", ["; unveil Buried Works", ""])
def test_attack_on_a_secret_plan_is_possible_without_an_entry_that_unveils_it(unveiled: str) -> None:
    turns = (FIRST, AIMED_AT_BOAT, f"roll 2-3; play Sealed Letter{unveiled}", f"roll 2-6; {FLYER} attacks Buried Works")

    assert proved_contradiction(*turns) is None
    ruling = verdict(*turns)
    assert ruling["verdict"] == ("legal" if unveiled else "undecidable")
    assert unveiled or ruling["needs"][0]["write"] == ["unveil {card}"]


def test_nothing_is_proved_if_a_fact_of_an_earlier_turn_has_untried_values() -> None:
    turns = (FIRST, AIMED_AT_BOAT, "roll 2-3; play Sealed Letter", f"roll 2-6; {FLYER} attacks Pier")

    with pytest.raises(SearchLimitError):
        proved_contradiction(*turns)
