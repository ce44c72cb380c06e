"""Suggested decks: their changes and reasons."""

from collections import Counter

import pytest

from cards.printed import bundled_card_set
from drafting.rules.deck_suggestion import MIN_PLAN_COPIES, DeckSuggestion, filled_deck, suggest_deck
from drafting.rules.decks import DeckFullError, PoolTooSmallError
from gameplay.games import RULESETS
from tests.parts.properties import given
from tests.parts.properties import strategies as st

LIGHT = bundled_card_set("enemy", "FL")
DRAFTER = RULESETS["enemy"].draft_bot
POOL = [LIGHT.card(f"C{number:02}") for number in range(1, 41)] + [
    LIGHT.card(f"C{number:02}") for number in range(1, 5)
]


def suggest(*current_deck: str) -> DeckSuggestion:
    return suggest_deck(POOL, current_deck, 35, DRAFTER, LIGHT.archetypes)


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
def test_the_suggestion_is_the_deck_of_the_bot():
    suggestion = suggest()

    assert sorted(card.ref for card in suggestion.deck) == sorted(card.ref for card in DRAFTER.build_deck(POOL, 35))
    assert sum(change.copies for change in suggestion.additions) == 35
    assert suggestion.removals == []


def test_only_differences_are_changes_and_each_has_a_reason():
    wanted = [card.ref for card in suggest().deck]
    left_out = next(card.ref for card in POOL if card.ref not in wanted)

    suggestion = suggest(*wanted[1:], left_out)

    assert [(change.card.ref, change.copies) for change in suggestion.additions] == [(wanted[0], 1)]
    assert [(change.card.ref, change.copies) for change in suggestion.removals] == [(left_out, 1)]
    assert all(change.reasons for change in (*suggestion.additions, *suggestion.removals))
    assert suggest(*wanted).additions == suggest(*wanted).removals == []


def test_the_plan_is_the_archetype_with_the_most_cards():
    suggestion = suggest()

    counts = {plan.code: sum(card.ref in plan.cards for card in suggestion.deck) for plan in LIGHT.archetypes}
    assert suggestion.plan is not None
    assert suggestion.copies == counts[suggestion.plan.code] == max(counts.values()) >= MIN_PLAN_COPIES
    of_plan = [change for change in suggestion.additions if change.card.ref in suggestion.plan.cards]
    assert of_plan
    assert all(change.reasons[0].plan == suggestion.plan for change in of_plan)


def test_without_archetypes_there_is_no_plan():
    suggestion = suggest_deck(POOL, [], 35, DRAFTER, [])

    assert (suggestion.plan, suggestion.copies) == (None, 0)


def test_cards_that_reasons_name_are_in_the_deck():
    suggestion = suggest()

    named = {card for change in suggestion.additions for reason in change.reasons for card in reason.cards}
    assert named
    assert named <= set(suggestion.deck)


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
@given(st.sets(st.integers(0, len(POOL) - 1), max_size=34))
def test_a_deck_is_filled_from_the_pool_and_its_cards_stay(places: set[int]):
    current_deck = [POOL[place].ref for place in places]

    deck = Counter(filled_deck(POOL, current_deck, 35, DRAFTER))

    assert deck.total() == 35
    assert Counter(current_deck) <= deck <= Counter(card.ref for card in POOL)


def test_a_deck_is_filled_with_the_choices_of_the_bot():
    wanted = [card.ref for card in DRAFTER.build_deck(POOL, 35)]

    assert sorted(filled_deck(POOL, [], 35, DRAFTER)) == sorted(wanted)
    assert sorted(filled_deck(POOL, wanted[:30], 35, DRAFTER)) == sorted(wanted)


@pytest.mark.clause("DRF-3.2")
def test_a_full_deck_and_a_pool_that_is_too_small_are_not_filled():
    refs = [card.ref for card in POOL]

    with pytest.raises(DeckFullError) as full:
        filled_deck(POOL, refs[:36], 35, DRAFTER)
    with pytest.raises(PoolTooSmallError) as small:
        filled_deck(POOL[:30], refs[:3], 35, DRAFTER)

    assert (full.value.details, full.value.is_state_conflict) == ({"cards": 36, "deck_size": 35}, True)
    assert (small.value.details, small.value.is_state_conflict) == ({"cards": 30, "deck_size": 35}, False)
