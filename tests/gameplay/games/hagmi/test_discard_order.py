"""All cards that are discarded together, put in order with one answer of the player (HAG-4.4.6)."""

from itertools import permutations

import pytest

from gameplay.engine.core.bundling import choices_in_order
from gameplay.engine.core.views import cards_to_order
from tests.gameplay.games.hagmi.cards import order
from tests.gameplay.games.hagmi.duel import ALICE, Duel, Side, lay
from tests.gameplay.games.hagmi.test_start_phase import BELL, DRUM

A, B = order("A", cost=9), order("B", cost=9)
PLOT = order("Plot", cost=3)
CALL = order("Call", cost=2)


def discarding(*hand: object, paid: tuple[str, ...]) -> Duel:
    """Return a game in which Alice plays the first card of her ``hand`` and has to put it and its payment in order."""
    duel = lay(Side(hand=[*hand, order("Rest", cost=9)]))  # type: ignore[list-item]
    duel.choose("play", hand[0].name)  # type: ignore[attr-defined]
    for name in paid:
        duel.choose("pay", name)
    assert duel.asked == (ALICE, "bury")
    return duel


def put(duel: Duel, positions: tuple[int, ...]) -> list[str]:
    """Put the cards in the order of these ``positions`` among them as they lie. Return the codes of the choices."""
    cards, made = list(cards_to_order(duel.game).values()), []
    for option in choices_in_order(duel.game, [cards[position] for position in positions]):
        duel.game.choose(option)
        made.append(option[0])
    return made


@pytest.mark.clause("HAG-4.4.6")
@pytest.mark.parametrize("positions", [*permutations(range(3))])
def test_the_first_card_of_the_order_is_at_the_bottom(positions: tuple[int, ...]):
    duel = discarding(CALL, A, B, paid=("A", "B"))

    made = put(duel, positions)

    assert made == ["next", "next"]  # the last card is not asked for
    assert duel.zone("discard", ALICE) == [["Call", "A", "B"][position] for position in positions]


@pytest.mark.clause("HAG-4.4.6")
@pytest.mark.parametrize("positions", [*permutations(range(4))])
def test_either_of_two_equal_cards_can_have_any_place(positions: tuple[int, ...]):
    duel = discarding(PLOT, A, A, B, paid=("A", "A", "B"))
    names = [["Plot", "A", "A", "B"][position] for position in positions]

    made = put(duel, positions)

    assert len(made) == (2 if names[2:] == ["A", "A"] else 3)  # equal cards are not asked for
    assert duel.zone("discard", ALICE) == names


@pytest.mark.clause("HAG-4.4.6")
def test_only_the_cards_that_are_discarded_together_are_put_in_order():
    duel = discarding(CALL, A, B, paid=("A", "B"))
    assert list(cards_to_order(duel.game)) == ["limbo.0", "limbo.1", "limbo.2"]

    duel.choose("next", "A")
    assert list(cards_to_order(duel.game)) == ["limbo.0", "limbo.1"]
    put(duel, (1, 0))

    assert duel.zone("discard", ALICE) == ["A", "B", "Call"]


@pytest.mark.clause("HAG-3.2.2", "HAG-4.4.6")
def test_skills_that_resolve_one_after_another_are_not_put_in_order():
    """The player may decide after seeing what the first one does."""
    duel = lay(Side(facilities=[BELL]), Side(facilities=[DRUM]), step="standby")
    assert duel.asked == (ALICE, "process_next")

    assert cards_to_order(duel.game) == {}
