import hashlib
from collections import Counter

import pytest

from drafting.rules.decks import PoolTooSmallError, complete_at_random, deck_checksum, deck_faults
from gameplay.engine.core.chance import RandomStream

SEED = bytes(32)
POOL = [f"TS-C{place:02}" for place in range(1, 36)] + ["TS-R01"] * 9
LEGAL = frozenset(POOL)


def codes(deck: list[str], pool: list[str] | None = None) -> list[str]:
    return [fault.code for fault in deck_faults(deck, POOL if pool is None else pool, 35, LEGAL)]


@pytest.mark.clause("DRF-3.2")
@pytest.mark.parametrize(("cards", "expected"), [(34, ["deck_size"]), (35, []), (36, ["deck_size"])])
def test_a_deck_is_exactly_35_cards(cards: int, expected: list[str]):
    assert codes(POOL[:cards]) == expected


@pytest.mark.clause("DRF-3.2")
def test_a_wrong_size_is_explained_with_counts():
    [fault] = deck_faults(POOL[:34], POOL, 35, LEGAL)

    assert str(fault) == "The deck must have exactly 35 cards, not 34."
    assert (fault.clause, fault.field) == ("DRF-3.2", "deck")


@pytest.mark.clause("DRF-3.3")
def test_a_card_that_was_not_drafted_is_refused():
    [fault] = deck_faults([*POOL[1:35], "TS-C01"], POOL[1:], 35, LEGAL)

    assert fault.details == {"card": "TS-C01", "copies": 1, "drafted": 0}


@pytest.mark.clause("DRF-3.3")
def test_more_copies_than_drafted_are_refused():
    [fault] = deck_faults(POOL[:33] + ["TS-C01"] * 2, POOL, 35, LEGAL)

    assert (fault.code, fault.details) == ("not_in_pool", {"card": "TS-C01", "copies": 3, "drafted": 1})


@pytest.mark.clause("DRF-3.4")
def test_nine_copies_of_a_title_are_legal():
    assert codes(POOL[:26] + ["TS-R01"] * 9) == []


@pytest.mark.clause("DRF-1.2")
def test_a_tournament_card_is_refused_even_from_the_pool():
    assert codes([*POOL[:34], "TS-T01"], [*POOL, "TS-T01"]) == ["barred_card"]


def test_all_errors_are_found_together():
    assert codes([*POOL[:34], "TS-C01", "TS-P01"]) == ["deck_size", "not_in_pool", "not_in_pool", "barred_card"]


@pytest.mark.clause("DRF-OP-5")
def test_a_late_deck_keeps_its_saved_cards_and_is_legal():
    saved = POOL[:20]
    deck = complete_at_random(saved, POOL, 35, RandomStream(SEED, "late"))

    assert codes(deck) == []
    assert Counter(saved) <= Counter(deck)


@pytest.mark.clause("DRF-OP-5")
def test_a_late_deck_loses_excess_cards_and_cards_outside_the_pool():
    assert codes(complete_at_random([*POOL, "TS-X01"], POOL, 35, RandomStream(SEED, "late"))) == []
    assert codes(complete_at_random(["TS-C01"] * 35, POOL, 35, RandomStream(SEED, "late"))) == []


@pytest.mark.clause("DRF-OP-5")
def test_a_late_deck_is_random_and_reproducible():
    first, again, other = (complete_at_random([], POOL, 35, RandomStream(SEED, label)) for label in ("a", "a", "b"))

    assert first == again
    assert first != other


def test_a_pool_of_the_deck_size_is_the_deck():
    assert complete_at_random([], POOL[:35], 35, RandomStream(SEED, "late")) == sorted(POOL[:35])


def test_a_pool_without_enough_cards_gives_no_deck():
    with pytest.raises(PoolTooSmallError) as refusal:
        complete_at_random([], POOL[:34], 35, RandomStream(SEED, "late"))

    assert refusal.value.details == {"cards": 34, "deck_size": 35}


def test_the_checksum_depends_on_the_list_but_not_on_its_order():
    assert deck_checksum(["TS-C02", "TS-C01"]) == hashlib.sha256(b"TS-C01\nTS-C02").hexdigest()[:8]
    assert deck_checksum(["TS-C01", "TS-C02"]) == deck_checksum(["TS-C02", "TS-C01"])
    assert deck_checksum(["TS-C01", "TS-C01"]) != deck_checksum(["TS-C01"])
