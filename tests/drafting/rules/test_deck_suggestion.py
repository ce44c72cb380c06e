"""A suggested deck: what it changes, and why."""

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


def suggest(*present: str) -> DeckSuggestion:
    return suggest_deck(POOL, present, 35, DRAFTER, LIGHT.archetypes)


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
def test_it_is_the_bots_deck_and_out_of_the_pool():
    found = suggest()

    assert sorted(card.ref for card in found.deck) == sorted(card.ref for card in DRAFTER.build_deck(POOL, 35))
    assert sum(change.copies for change in found.additions) == 35
    assert found.removals == []


def test_only_what_differs_is_a_change_and_each_has_a_reason():
    wanted = [card.ref for card in suggest().deck]
    left_out = next(card.ref for card in POOL if card.ref not in wanted)

    found = suggest(*wanted[1:], left_out)

    assert [(change.card.ref, change.copies) for change in found.additions] == [(wanted[0], 1)]
    assert [(change.card.ref, change.copies) for change in found.removals] == [(left_out, 1)]
    assert all(change.reasons for change in (*found.additions, *found.removals))
    assert suggest(*wanted).additions == suggest(*wanted).removals == []


def test_its_plan_is_the_archetype_with_most_cards_in_it():
    found = suggest()

    counts = {plan.code: sum(card.ref in plan.cards for card in found.deck) for plan in LIGHT.archetypes}
    assert found.plan is not None
    assert found.copies == counts[found.plan.code] == max(counts.values()) >= MIN_PLAN_COPIES
    of_plan = [change for change in found.additions if change.card.ref in found.plan.cards]
    assert of_plan
    assert all(change.reasons[0].plan == found.plan for change in of_plan)


def test_without_archetypes_there_is_no_plan():
    found = suggest_deck(POOL, [], 35, DRAFTER, [])

    assert (found.plan, found.copies) == (None, 0)


def test_who_is_named_as_company_is_in_the_deck():
    found = suggest()

    named = {card for change in found.additions for reason in change.reasons for card in reason.cards}
    assert named
    assert named <= set(found.deck)


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
@given(st.sets(st.integers(0, len(POOL) - 1), max_size=34))
def test_a_deck_is_filled_up_out_of_the_pool_and_all_that_was_there_stays(places: set[int]):
    present = [POOL[place].ref for place in places]

    deck = Counter(filled_deck(POOL, present, 35, DRAFTER))

    assert deck.total() == 35
    assert Counter(present) <= deck <= Counter(card.ref for card in POOL)


def test_what_fills_it_is_what_the_bot_would_add():
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
