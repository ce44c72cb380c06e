from typing import Any

import pytest

from drafting.rules.format import DraftFormat


@pytest.mark.clause("DRF-1.3", "DRF-3.1", "DRF-3.2", "DRF-4.4", "DRF-4.5")
def test_the_defaults_are_those_of_the_draft_rules():
    draft = DraftFormat()

    assert (draft.packs, draft.deck_size, draft.build_minutes) == (4, 35, 30)
    assert (draft.vp_target, draft.rounds, draft.match_minutes) == (5, 3, 50)
    assert draft.faults() == []


@pytest.mark.clause("DRF-2.16")
def test_a_pool_is_four_packs():
    assert DraftFormat(pack_size=11).pool_size == 44


@pytest.mark.clause("DRF-OP-2")
@pytest.mark.parametrize(("packs", "pack_size", "enough"), [(4, 8, False), (4, 9, True), (5, 7, True), (1, 35, True)])
def test_all_packs_together_must_have_enough_cards_for_a_deck(packs: int, pack_size: int, enough: bool):
    assert (DraftFormat(packs=packs, pack_size=pack_size).faults() == []) is enough


@pytest.mark.clause("DRF-OP-2")
def test_the_error_of_a_small_pack_has_its_numbers():
    [fault] = DraftFormat(pack_size=8).faults()

    assert str(fault) == "4 packs x 8 cards = 32, fewer than the 35-card deck"
    assert (fault.code, fault.clause, fault.field) == ("pack_too_small", "DRF-OP-2", "pack_size")


@pytest.mark.parametrize("field", ["packs", "rounds", "vp_target", "match_minutes", "build_minutes"])
def test_nothing_may_be_zero(field: str):
    none: dict[str, Any] = {field: 0}
    one: dict[str, Any] = {"pack_size": 35, field: 1}

    assert [fault.field for fault in DraftFormat(**none).faults()] == [field]
    assert DraftFormat(**one).faults() == []


def test_all_errors_are_found_together():
    faults = DraftFormat(pack_size=8, rounds=0, vp_target=0).faults()

    assert [fault.code for fault in faults] == ["pack_too_small", "too_few_rounds", "no_target"]
