"""Paying in one go: how many cards remain to be chosen after an option (HAG-4.2.1, 5.1.4)."""

from collections.abc import Mapping

import pytest

from gameplay.engine.core.asks import Option
from gameplay.games.hagmi import RULESET
from tests.gameplay.games.hagmi.cards import order, weapon
from tests.gameplay.games.hagmi.duel import Duel, Side, lay

A, B, C = order("A", cost=9), order("B", cost=9), order("C", cost=9)
CAR, CALL = weapon("Car", cost=2), order("Call", cost=2)
GUN, HOWITZER = weapon("Gun"), weapon("Howitzer", consumption=2)


def prices(duel: Duel) -> Mapping[Option, int]:
    """Return the number of cards to choose after each option."""
    ask = duel.game.ask
    assert ask is not None
    return {
        named: RULESET.bundling.price(duel.table, ask, option)
        for named, option in zip(duel.options, ask.options, strict=True)
    }


@pytest.mark.clause("HAG-4.2.1")
def test_cards_to_pay_with_are_chosen_one_by_one_unless_the_whole_hand_is_paid():
    duel = lay(Side(hand=[CAR, CALL, A, B]), Side())
    assert prices(duel) == {("produce", "Car"): 2, ("play", "Call"): 2, ("pass",): 0}
    assert set(prices(duel.choose("play", "Call")).values()) == {1}
    assert set(prices(duel.choose("pay", "A")).values()) == {0}

    assert prices(lay(Side(hand=[CALL, A, B]), Side())) == {("play", "Call"): 0, ("pass",): 0}


@pytest.mark.clause("HAG-5.1.4")
def test_fuel_is_chosen_card_by_card_and_the_order_of_the_last_cards_in_one_choice():
    def price(unit: object, *fuel: object) -> int:
        duel = lay(Side(units=[(unit, *fuel)]), Side(), step="battle")
        return prices(duel)["attack", unit.name]  # type: ignore[attr-defined]

    assert (price(GUN, A), price(GUN, A, B)) == (0, 1)
    assert (price(HOWITZER, A, B), price(HOWITZER, A, B, C)) == (1, 2)


@pytest.mark.clause("HAG-6.4.2")
def test_a_weapon_produced_in_an_emergency_is_paid_like_any_other():
    duel = lay(Side(units=[(GUN, 2)]), Side(units=[(GUN, 2)], hand=[CAR, A, B, C]), step="battle")
    duel.choose("attack", "Gun").choose("aim", "Gun")

    assert prices(duel) == {("counter", "Gun"): 1, ("emergency", "Car"): 2, ("pass",): 0}
