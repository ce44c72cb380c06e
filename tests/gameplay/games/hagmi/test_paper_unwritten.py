"""Truthful logs of HAGMI! with public facts left out: no proof may call them impossible."""

from typing import Any

import pytest

from gameplay.engine.adjudication.exhaustive import ExhaustiveSearch, SearchLimitError
from gameplay.engine.adjudication.hypotheses import Contradiction, ReportedGame, StepBudget
from gameplay.engine.adjudication.paper_log import reported_game_from_json
from gameplay.games import RULESETS
from tests.gameplay.games.enemy.cards import catalogue
from tests.gameplay.games.hagmi.test_paper import BOAT, EXAMPLE, FIRST, FLYER, SECOND, TANK, verdict

AIMED_AT_BOAT = SECOND.replace(f"on {FLYER}", f"on {BOAT}")  # the Flyer keeps its fuel


def proved_contradiction(*turns: str, example: dict[str, Any] = EXAMPLE) -> Contradiction | None:
    """Return the contradiction that an exhaustive search finds. Raises SearchLimitError."""
    reported_game = reported_game_from_json(example | {"turns": list(turns)}, RULESETS, catalogue)
    assert isinstance(reported_game, ReportedGame)
    search = ExhaustiveSearch(reported_game, 1200, lambda hypothesis, outcome: outcome, StepBudget(20_000))
    return search.find_contradiction()


@pytest.mark.parametrize("unveiled", ["; unveil Buried Works", ""])
def test_attack_on_a_secret_plan_shows_which_one_was_unveiled(unveiled: str) -> None:
    turns = (FIRST, AIMED_AT_BOAT, f"roll 2-3; play Sealed Letter{unveiled}", f"roll 2-6; {FLYER} attacks Buried Works")

    assert proved_contradiction(*turns) is None
    assert verdict(*turns)["verdict"] == "legal"


def test_nothing_is_proved_if_a_fact_of_an_earlier_turn_has_untried_values() -> None:
    turns = (FIRST, AIMED_AT_BOAT, "roll 2-3; play Sealed Letter", f"roll 2-6; {FLYER} attacks Pier")

    with pytest.raises(SearchLimitError):
        proved_contradiction(*turns)


def test_card_from_either_deck_may_be_from_the_one_that_does_not_run_out() -> None:
    """Eight weapons are left to draw. Three tanks need nine cards, so the first draw was an operation."""
    tide = "Waiting for the Tide"  # draw a card from either deck
    deck = {"IS-W04": 20, "IS-O23": 20, "IS-D10": 3, tide: 1}
    alice = {"hand": [tide], "discard": ["IS-W04"] * 12 + ["IS-O23"] * 12}
    position = {"active": 0, "step": "main", "turn": 3, "seats": [alice, {}]}
    example = EXAMPLE | {"decks": [deck, deck], "position": position}
    del example["first"]
    three_weapons = f"roll 6-6; produce {TANK} 2"

    assert proved_contradiction(f"play {tide}", *["roll 3-4", three_weapons] * 3, example=example) is None
