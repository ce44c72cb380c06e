from dataclasses import replace

import pytest

from drafting.rules.packs import Booster, draftable, pod_packs
from drafting.rules.registration import pod_faults, pool_faults


@pytest.fixture
def legal(booster: Booster) -> set[str]:
    return {card.ref for card in booster.card_set.cards if draftable(card)}


@pytest.fixture
def rarities(booster: Booster) -> dict[str, str]:
    return {card.ref: card.rarity for card in booster.card_set.cards}


def drafted(booster: Booster) -> list[list[str]]:
    """What two players have drafted of four packs each: those that they opened."""
    packs = pod_packs([booster] * 4, 2, seed=bytes(32), pod_label="pod/1")
    return [[copy.ref for pack in packs if pack.opener == seat for copy in pack.copies] for seat in range(2)]


@pytest.mark.clause("DRF-2.16")
def test_a_pool_has_as_many_cards_as_were_drafted(booster: Booster, legal: set[str]):
    pool = drafted(booster)[0]

    assert pool_faults(pool, 44, legal) == []
    assert [str(fault) for fault in pool_faults(pool[1:], 44, legal)] == ["43 cards are registered; 44 were drafted."]


@pytest.mark.clause("DRF-1.1", "DRF-1.2")
def test_a_card_of_no_pack_is_named_once(booster: Booster, legal: set[str]):
    pool = [*drafted(booster)[0][:42], "TS-P01", "TS-P01"]

    assert [str(fault) for fault in pool_faults(pool, 44, legal)] == ["TS-P01 is not in the packs of this draft."]


@pytest.mark.clause("DRF-1.4")
def test_the_pools_of_a_pod_are_what_its_packs_held(booster: Booster, rarities: dict[str, str]):
    pools, packs = drafted(booster), [booster] * 8

    assert pod_faults(pools, packs, rarities) == []
    swapped = [["TS-R01", *pools[0][1:]], pools[1]]
    assert rarities[pools[0][0]] == "common"
    assert [(fault.details["rarity"], fault.details["cards"]) for fault in pod_faults(swapped, packs, rarities)] == [
        ("common", 55),
        ("rare", 9),
    ]


def test_a_wild_slot_leaves_room(booster: Booster, rarities: dict[str, str]):
    """The slot of the rare card holds an uncommon one in seven packs of eight."""
    product = replace(booster.product, slots={"common": 7, "uncommon": 3}, wild=({"uncommon": 7, "rare": 1},))
    packs = [replace(booster, product=product)] * 8
    pools = drafted(booster)

    assert pod_faults(pools, packs, rarities) == []
    assert pod_faults([["TS-R01", *pools[0][1:]], pools[1]], packs, rarities) != []
