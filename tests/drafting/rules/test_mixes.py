"""Packs that differ between players: nothing is lost or duplicated, and random draws are fair."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from cards.printed import CardSet, LocalizedText, Product
from drafting.rules.format import DraftFormat
from drafting.rules.mixes import BoosterMix, Cube, CubeSpentError, CubeTooSmallError, MixDistribution, rule_departures
from drafting.rules.packs import BarredProductError, Booster, CardCopy, PackSizeError, make_pod_packs, open_pack
from gameplay.engine.core.chance import RandomStream
from tests.parts.properties import given
from tests.parts.properties import strategies as st

SEED = bytes(range(32))
CRITICAL = {1: 10.83, 2: 13.82, 3: 16.27}
"""Critical chi-square values by degrees of freedom, for a significance of 0.001."""


@pytest.fixture(scope="session")
def other(booster: Booster) -> Booster:
    cards = tuple(replace(card, set_code="XX") for card in booster.card_set.cards)
    return Booster(replace(booster.card_set, code="XX", cards=cards), booster.product)


def product(*wild: dict[str, int], **slots: int) -> Product:
    return Product("weighted", LocalizedText("Weighted"), slots, wild=wild)


def sets_of(refs: list[str]) -> set[str]:
    return {ref.partition("-")[0] for ref in refs}


def is_fair(counted: dict[str, int], expected: dict[str, float]) -> bool:
    square = sum((counted.get(key, 0) - number) ** 2 / number for key, number in expected.items())
    return square < CRITICAL[len(expected) - 1]


class TestWildSlots:
    def test_a_pack_has_one_more_card_for_each_wild_slot(self, card_set: CardSet):
        refs = open_pack(card_set, product({"uncommon": 7, "rare": 1}, common=7, uncommon=3), RandomStream(SEED, "x"))

        assert len(refs) == len(set(refs)) == 11

    def test_rarities_follow_their_weights(self, card_set: CardSet):
        rarity = {card.ref: card.rarity for card in card_set.cards}
        sheet = product({"common": 1, "uncommon": 2, "rare": 5})
        drawn = Counter(rarity[open_pack(card_set, sheet, RandomStream(SEED, str(n)))[0]] for n in range(1600))

        assert is_fair(drawn, {"common": 200, "uncommon": 400, "rare": 1000})

    def test_one_pack_in_eight_has_a_rare_card_instead(self, card_set: CardSet):
        sheet = product({"uncommon": 7, "rare": 1}, common=3)
        rares = {card.ref for card in card_set.cards_of_rarity("rare")}
        with_rare = sum(bool(rares & set(open_pack(card_set, sheet, RandomStream(SEED, str(n))))) for n in range(1600))

        assert is_fair({"rare": with_rare, "no": 1600 - with_rare}, {"rare": 200, "no": 1400})

    @given(st.integers(0, 6), st.integers(1, 6), st.binary(min_size=1, max_size=8))
    def test_a_pack_has_no_duplicates(self, card_set: CardSet, fixed: int, wild: int, seed: bytes):
        """The set has six uncommons; wild slots can use all of them."""
        slots = {"uncommon": fixed} if fixed else {}
        sheet = product(*[{"uncommon": 1, "common": 1}] * min(wild, 6 - fixed), **slots)

        refs = open_pack(card_set, sheet, RandomStream(seed, "x"))

        assert len(refs) == len(set(refs)) == sheet.size

    @pytest.mark.clause("DRF-1.2")
    def test_a_barred_rarity_in_a_wild_slot_is_refused(self, card_set: CardSet):
        with pytest.raises(BarredProductError):
            open_pack(card_set, product({"common": 99, "promo": 1}), RandomStream(SEED, "x"))

    @pytest.mark.clause("DRF-OP-2")
    def test_commons_are_reserved_for_wild_slots(self, card_set: CardSet):
        """The set has 14 commons."""
        booster = Booster(card_set, product({"common": 1, "rare": 1}, common=7))

        assert booster.of_size(14).product.slots == {"common": 13}
        with pytest.raises(PackSizeError) as refusal:
            booster.of_size(15)
        assert refusal.value.details["most"] == 14


class TestMixes:
    def test_products_alternate_around_the_table(self, booster: Booster, other: Booster):
        packs = make_pod_packs(
            [BoosterMix([booster, other], MixDistribution.SEAT)] * 2, 4, seed=SEED, pod_label="pod/1"
        )

        assert [sets_of([copy.ref for copy in pack.copies]) for pack in packs] == [{"TS"}, {"XX"}] * 4

    def test_random_products_are_fair_and_each_pack_has_one_product(self, booster: Booster, other: Booster):
        packs = [
            pack
            for pod in range(50)
            for pack in make_pod_packs(
                [BoosterMix([booster, other], MixDistribution.CHANCE)] * 4, 8, seed=SEED, pod_label=f"pod/{pod}"
            )
        ]
        kinds = [sets_of([copy.ref for copy in pack.copies]) for pack in packs]

        assert {len(kind) for kind in kinds} == {1}
        counted = Counter(kind.pop() for kind in kinds)
        assert is_fair(counted, {"TS": 800, "XX": 800})

    def test_a_mix_of_one_product_equals_that_product(self, booster: Booster):
        plain, mixed = (
            make_pod_packs([kind] * 4, 6, seed=SEED, pod_label="pod/1")
            for kind in (booster, BoosterMix([booster], MixDistribution.SEAT))
        )

        assert plain == mixed


@st.composite
def cubes(draw: st.DrawFn) -> Cube:
    seats, packs, size = draw(st.integers(2, 8)), draw(st.integers(1, 4)), draw(st.integers(1, 11))
    spare = draw(st.integers(0, 30))
    return Cube([f"TS-{n % 97}" for n in range(seats * packs * size + spare)], seats, packs, size)


class TestCubes:
    @given(cubes(), st.binary(min_size=1, max_size=8))
    def test_packs_are_drawn_without_replacement(self, cube: Cube, seed: bytes):
        packs = cube.pod_packs(seed=seed, pod_label="pod/1")
        drawn = Counter(copy.ref for pack in packs for copy in pack.copies)

        assert drawn <= Counter(cube.cards)
        assert drawn.total() == cube.seats * cube.packs * cube.pack_size
        assert len({copy.token for pack in packs for copy in pack.copies}) == drawn.total()
        assert {len(pack.copies) for pack in packs} == {cube.pack_size}

    def test_every_card_is_as_likely_in_the_first_pack(self):
        cube = Cube(list("abcd"), 2, 1, 1)
        first = Counter(cube.pod_packs(seed=SEED, pod_label=str(n))[0].copies[0].ref for n in range(1200))

        assert is_fair(first, dict.fromkeys("abcd", 300))

    def test_the_order_of_the_list_does_not_matter(self):
        cube = Cube(list("abcdefgh"), 2, 2, 2)

        assert cube.pod_packs(seed=SEED, pod_label="p") == replace(cube, cards=list("hgfedcba")).pod_packs(
            seed=SEED, pod_label="p"
        )

    def test_the_error_of_a_small_cube_has_its_numbers(self):
        with pytest.raises(CubeTooSmallError) as refusal:
            Cube(["a"] * 263, 6, 4, 11).pod_packs(seed=SEED, pod_label="p")

        assert refusal.value.details == {"seats": 6, "needed": 264, "cards": 263}

    @pytest.mark.clause("DRF-2.4")
    def test_packs_are_replaced_from_the_remaining_cards(self):
        cube = Cube([f"c{n}" for n in range(10)], 2, 2, 2)
        dealt = [copy.ref for pack in cube.pod_packs(seed=SEED, pod_label="p") for copy in pack.copies]

        def replacement(replaced: int) -> tuple[CardCopy, ...]:
            return cube.replacement_copies(replaced, seed=SEED, pod_label="p", label=f"p/again/{replaced}")

        assert sorted(dealt + [copy.ref for copy in replacement(0)]) == sorted(cube.cards)
        with pytest.raises(CubeSpentError):
            replacement(1)


@pytest.mark.clause("DRF-1.4", "DRF-2.2")
def test_departures_from_the_booster_draft_are_listed():
    plain, mix = {"game": "enemy", "set": "FL", "product": "booster"}, {"game": "enemy", "by": "seat", "kinds": []}
    standard, sealed = DraftFormat(), DraftFormat(sealed=True)

    assert rule_departures(standard, [plain] * 4, cube=False) == []
    assert [each.clause for each in rule_departures(standard, [plain, mix], cube=False)] == ["DRF-1.4"]
    assert [each.clause for each in rule_departures(sealed, [plain], cube=True)] == ["DRF-1.1", "DRF-2.5"]
    assert all(first != second for first, second in pairwise(rule_departures(sealed, [mix], cube=True)))
