from collections import Counter
from dataclasses import replace

import pytest

from cards.printed import CardSet
from drafting.rules.packs import (
    BarredProductError,
    Booster,
    PackSizeError,
    is_draftable,
    make_pod_packs,
    open_pack,
    pack_label,
    sealed_copies,
)
from gameplay.engine.core.chance import RandomStream

SEED = bytes(32)


def rarities(card_set: CardSet, refs: list[str]) -> Counter[str]:
    by_ref = {card.ref: card.rarity for card in card_set.cards}
    return Counter(by_ref[ref] for ref in refs)


def test_a_pack_has_the_slots_of_its_product(card_set: CardSet, booster: Booster):
    refs = open_pack(card_set, booster.product, RandomStream(SEED, "pack"))

    assert rarities(card_set, refs) == {"common": 7, "uncommon": 3, "rare": 1}
    assert len(set(refs)) == 11


def test_packs_differ_by_seed_and_by_label(card_set: CardSet, booster: Booster):
    packs = [
        tuple(open_pack(card_set, booster.product, RandomStream(seed, label)))
        for seed in (SEED, b"1" * 32)
        for label in ("a", "b")
    ]

    assert len(set(packs)) == 4


@pytest.mark.clause("DRF-1.1")
def test_every_draftable_card_appears_in_some_pack(card_set: CardSet, booster: Booster):
    seen = {ref for label in range(60) for ref in open_pack(card_set, booster.product, RandomStream(SEED, str(label)))}

    assert seen == {card.ref for card in card_set.cards if is_draftable(card)}


@pytest.mark.clause("DRF-1.2")
def test_a_product_with_tournament_cards_is_not_opened(card_set: CardSet):
    with pytest.raises(BarredProductError) as refusal:
        open_pack(card_set, card_set.product("level-up"), RandomStream(SEED, "pack"))

    assert (refusal.value.clause, refusal.value.field) == ("DRF-1.2", "product")


@pytest.mark.clause("DRF-1.2")
def test_tournament_and_promotional_cards_are_not_draftable(card_set: CardSet):
    barred = {card.rarity for card in card_set.cards if not is_draftable(card)}

    assert barred == {"tournament", "promo"}


@pytest.mark.clause("DRF-1.3", "DRF-1.4", "DRF-2.2")
def test_each_seat_gets_the_same_configuration(card_set: CardSet, booster: Booster):
    other = Booster(replace(card_set, code="XX"), booster.product)
    packs = make_pod_packs([booster, other, booster, booster], 6, seed=SEED, pod_label="pod/1")

    assert [(pack.pack_round, pack.opener) for pack in packs] == [(r, s) for r in (1, 2, 3, 4) for s in range(6)]
    assert {len(pack.copies) for pack in packs} == {11}


def test_a_single_pack_can_be_recomputed_from_the_seed(booster: Booster):
    whole = make_pod_packs([booster] * 4, 6, seed=SEED, pod_label="pod/1")
    label = pack_label("pod/1", 3, 4)

    assert label == "pod/1/pack/3/4"
    assert whole[2 * 6 + 4].copies == sealed_copies(booster, seed=SEED, label=label)


def test_each_copy_has_its_own_opaque_token(booster: Booster):
    copies = [copy for pack in make_pod_packs([booster] * 4, 8, seed=SEED, pod_label="pod/1") for copy in pack.copies]

    assert len({copy.token for copy in copies}) == 4 * 8 * 11
    assert {len(copy.token) for copy in copies} == {22}
    same_card = {copy.token for copy in copies if copy.ref == copies[0].ref}
    assert len(same_card) > 1


@pytest.mark.clause("DRF-2.4")
def test_a_replacement_is_another_pack(booster: Booster):
    first = sealed_copies(booster, seed=SEED, label=pack_label("pod/1", 1, 0))
    second = sealed_copies(booster, seed=SEED, label=pack_label("pod/1", 1, 0, replacement=1))

    assert {copy.token for copy in first}.isdisjoint(copy.token for copy in second)
    assert [copy.ref for copy in first] != [copy.ref for copy in second]


@pytest.mark.clause("DRF-OP-2")
@pytest.mark.parametrize(("size", "commons"), [(4, 0), (9, 5), (11, 7), (18, 14)])
def test_another_pack_size_changes_the_commons(booster: Booster, size: int, commons: int):
    assert booster.of_size(size).product.slots == {"common": commons, "uncommon": 3, "rare": 1}
    assert booster.of_size(size).product.size == size


@pytest.mark.clause("DRF-OP-2")
@pytest.mark.parametrize("size", [3, 19])
def test_an_impossible_size_is_refused(booster: Booster, size: int):
    with pytest.raises(PackSizeError) as refusal:
        booster.of_size(size)

    assert refusal.value.details == {"pack_size": size, "least": 4, "most": 18}
