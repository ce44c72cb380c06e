from dataclasses import replace

import pytest

from drafting.rules.card_list_text import CardNames
from drafting.rules.format import DraftFormat
from drafting.rules.mixes import BoosterMix, MixDistribution
from drafting.rules.packs import Booster, is_draftable, make_pod_packs
from drafting.rules.pool_registration import (
    partial_pool_faults,
    pod_faults,
    pool_faults,
    pool_size_bounds,
    read_pool_lines,
)
from drafting.rules.supply import CardSupply, cube_supply, packs_supply

EXACTLY = (44, 44)


@pytest.fixture
def supply(booster: Booster) -> CardSupply:
    """The supply of eight packs: four for each of two players."""
    return packs_supply([[booster]] * 8)


def drafted(booster: Booster) -> list[list[str]]:
    """Return the pools of two players who kept the four packs that they opened."""
    packs = make_pod_packs([booster] * 4, 2, seed=bytes(32), pod_label="pod/1")
    return [[copy.ref for pack in packs if pack.opener == seat for copy in pack.copies] for seat in range(2)]


@pytest.mark.clause("DRF-2.16")
def test_a_pool_must_have_the_number_of_drafted_cards(booster: Booster, supply: CardSupply):
    pool = drafted(booster)[0]

    assert pool_faults(pool, supply, EXACTLY) == []
    assert [str(fault) for fault in pool_faults(pool[1:], supply, EXACTLY)] == ["The pool must have 44 cards, not 43."]
    assert partial_pool_faults(pool[1:], supply, EXACTLY) == []
    assert [fault.code for fault in partial_pool_faults([*pool, pool[0]], supply, EXACTLY)] == ["pool_count"]


@pytest.mark.clause("DRF-OP-3")
def test_a_closed_seat_raises_the_maximum_pool_size():
    terms = DraftFormat()

    assert pool_size_bounds(terms, seats=6, closed=0) == EXACTLY
    assert pool_size_bounds(terms, seats=6, closed=1) == (44, 53)  # 264 cards for five
    assert pool_size_bounds(replace(terms, sealed=True), seats=6, closed=1) == EXACTLY


@pytest.mark.clause("DRF-1.1", "DRF-1.2")
def test_a_card_that_is_in_no_pack_has_one_error(booster: Booster, supply: CardSupply):
    pool = [*drafted(booster)[0][:42], "TS-P01", "TS-P01"]

    assert [str(fault) for fault in pool_faults(pool, supply, EXACTLY)] == ["TS-P01 is not in the packs of this draft."]


def test_a_card_has_at_most_one_copy_for_each_pack(supply: CardSupply):
    nine = pool_faults(["TS-C01"] * 9, supply, (0, 44))

    assert [fault.details for fault in nine] == [{"card": "TS-C01", "copies": 9, "most": 8}]
    assert pool_faults(["TS-C01"] * 8, supply, (0, 44)) == []
    assert [fault.code for fault in pod_faults([["TS-C01"] * 5] * 2, supply, complete=False)] == ["too_many_copies"]


@pytest.mark.clause("DRF-1.4")
def test_the_pools_of_a_pod_must_match_the_rarities_of_its_packs(booster: Booster, supply: CardSupply):
    pools = drafted(booster)

    assert pod_faults(pools, supply) == []
    swapped = [["TS-R01", *pools[0][1:]], pools[1]]
    assert supply.rarity[pools[0][0]] == "common"
    assert [(fault.details["rarity"], fault.details["cards"]) for fault in pod_faults(swapped, supply)] == [
        ("common", 55),
        ("rare", 9),
    ]
    assert pod_faults(pools[:1], supply, complete=False) == []
    assert len(pod_faults(pools[:1], supply)) == 3


def test_a_wild_slot_widens_the_bounds(booster: Booster):
    """The slot of the rare has an uncommon in seven of eight packs."""
    product = replace(booster.product, slots={"common": 7, "uncommon": 3}, wild=({"uncommon": 7, "rare": 1},))
    supply = packs_supply([[replace(booster, product=product)]] * 8)
    pools = drafted(booster)

    assert supply.bounds["rare"] == (0, 8)
    assert pod_faults(pools, supply) == []
    assert pod_faults([["TS-R01", *pools[0][1:]], pools[1]], supply) != []


def test_a_random_product_may_be_any_of_the_mix(booster: Booster):
    commons = replace(booster, product=replace(booster.product, slots={"common": 11}))
    by_chance, by_seat = (
        BoosterMix([booster, commons], MixDistribution.CHANCE),
        BoosterMix([booster, commons], MixDistribution.SEAT),
    )

    assert packs_supply([by_chance.possible_boosters(seat) for seat in range(2)]).bounds["rare"] == (0, 2)
    assert packs_supply([by_seat.possible_boosters(seat) for seat in range(2)]).bounds["rare"] == (1, 1)


def test_a_cube_supplies_its_cards_as_often_as_they_are_listed():
    supply = cube_supply(["TS-C01", "TS-C01", "TS-R01"])

    assert pod_faults([["TS-C01", "TS-C01"], ["TS-R01"]], supply) == []
    assert [fault.details for fault in pod_faults([["TS-C01"] * 2, ["TS-C01"]], supply)] == [
        {"card": "TS-C01", "copies": 3, "most": 2}
    ]


@pytest.fixture
def names(booster: Booster) -> CardNames:
    return CardNames((card for card in booster.card_set.cards if is_draftable(card)), short=True)


@pytest.mark.parametrize(
    ("typed", "refs"),
    [
        ("TS-C07", ["TS-C07"]),
        ("c07", ["TS-C07"]),
        ("2 c07", ["TS-C07"] * 2),
        ("3x Rare 2", ["TS-R02"] * 3),
        ("rare 2 x3", ["TS-R02"] * 3),
        ("common 14", ["TS-C14"]),
        ("common  13", ["TS-C13"]),
        ("ｃ０７", ["TS-C07"]),
        ("https://draft.example/cards/enemy/TS/R03", ["TS-R03"]),
        ("c01\n\n# the second pack\nc02 # mine\n", ["TS-C01", "TS-C02"]),
    ],
)
def test_a_card_is_found_by_number_start_of_title_or_scan(
    names: CardNames, booster: Booster, typed: str, refs: list[str]
):
    assert read_pool_lines(typed, names, CardNames(booster.card_set.cards)) == (refs, [])


def test_every_wrong_line_has_an_error(names: CardNames, booster: Booster):
    refs, faults = read_pool_lines("c01\nrare\npromo 1\nno such card", names, CardNames(booster.card_set.cards))

    assert refs == ["TS-C01"]
    assert [fault.code for fault in faults] == ["several_cards", "not_in_packs", "unknown_card"]
    assert faults[0].details["cards"] == "rare 1 (TS-R01), rare 2 (TS-R02), rare 3 (TS-R03), rare 4 (TS-R04)"
