"""Decks and cards of the three variants (ENE-1.*)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cards.printed import CardSet, CatalogueError, PrintedCard, bundled_card_set, bundled_card_sets
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.decks import deck_faults
from gameplay.games.enemy.printed import FACTS, facts
from gameplay.games.enemy.sample_decks import SAMPLE_DECKS
from gameplay.games.enemy.variants import DRAFT, FULL, SAMPLE, VARIANTS, Variant
from tests.gameplay.games.enemy.cards import card, printed


def deck(size: int, copies: int = 4) -> list[PrintedCard]:
    """Return a deck of monsters with ``copies`` of each title."""
    return [printed(f"Monster {place // copies}", "monster") for place in range(size)]


def codes(variant: Variant, cards: list[PrintedCard]) -> list[str]:
    return [fault.code for fault in deck_faults(variant, cards)]


FREE = replace(SAMPLE, printed_decks=())
"""The sample game without its printed decks, to test its other deck rules separately."""


@pytest.mark.clause("ENE-1.1", "ENE-1.2", "ENE-1.3")
@pytest.mark.parametrize(("variant", "size"), [(FULL, 60), (FREE, 40), (DRAFT, 35)])
def test_deck_has_an_exact_size(variant: Variant, size: int):
    assert codes(variant, deck(size)) == []
    assert codes(variant, deck(size - 1)) == ["deck_size"]
    assert codes(variant, deck(size + 1)) == ["deck_size"]


@pytest.mark.clause("ENE-1.1", "ENE-1.2", "ENE-1.3")
@pytest.mark.parametrize(("variant", "clause"), [(FULL, "ENE-1.1"), (SAMPLE, "ENE-1.2"), (DRAFT, "ENE-1.3")])
def test_deck_of_another_size_is_refused_by_the_clause_of_its_variant(variant: Variant, clause: str):
    fault, *_ = deck_faults(variant, deck(variant.deck_size + 1))

    assert fault.clause == clause
    assert str(fault) == f"The deck must have exactly {variant.deck_size} cards, not {variant.deck_size + 1}."


@pytest.mark.clause("ENE-1.6")
def test_full_game_deck_has_at_most_four_copies_of_a_title_across_sets():
    fifth = [printed("Monster 0", "monster", strength=9)]

    [fault] = deck_faults(FULL, deck(59) + fifth)
    assert (fault.code, fault.clause) == ("too_many_copies", "ENE-1.6")
    assert str(fault) == "Monster 0: 5 copies in the deck; at most 4."


@pytest.mark.clause("ENE-1.7")
def test_draft_deck_may_have_any_number_of_copies():
    assert codes(DRAFT, deck(35, copies=35)) == []


@pytest.mark.clause("ENE-1.8", "ENE-1.9")
@pytest.mark.parametrize("type_", sorted(FACTS))
def test_sample_game_has_four_types_and_the_others_seven(type_: str):
    one = [printed("One", type_)]

    assert codes(FULL, deck(59) + one) == codes(DRAFT, deck(34) + one) == []
    assert codes(FREE, deck(39) + one) == ([] if type_ in ("monster", "pc", "item", "action") else ["unknown_type"])
    assert len(FACTS) == 7


@pytest.mark.clause("ENE-1.17", "ENE-1.18")
@pytest.mark.parametrize(
    ("subtype", "in_sample"), [("weapon", True), ("armor", True), ("helm", False), ("boots", False)]
)
def test_sample_game_has_two_subtypes_and_the_others_more(subtype: str, in_sample: bool):
    one = [printed("One", "item", subtype=subtype)]

    faults = deck_faults(FREE, deck(39) + one)
    assert [(fault.code, fault.details) for fault in faults] == (
        [] if in_sample else [("unknown_subtype", {"title": "One"})]
    )
    assert codes(FULL, deck(59) + one) == []


# --- what is printed -------------------------------------------------------------------------


@pytest.mark.clause("ENE-1.11")
@pytest.mark.parametrize("type_", sorted(FACTS))
def test_card_without_destiny_is_refused(type_: str):
    nameless = PrintedCard("enemy", "T", "1", printed("One", type_).name, type_, "common", {}, "set.toml", 7)

    with pytest.raises(CatalogueError, match=r"set\.toml:7: 1: destiny is missing"):
        RULESET.definition(nameless)


@pytest.mark.clause("ENE-1.15", "ENE-1.16", "ENE-1.19")
@pytest.mark.parametrize(
    ("type_", "wrong"),
    [
        ("pc", {"class": "paladin"}),
        ("pc", {"species": "goblin"}),
        ("item", {"subtype": "ring"}),
        ("monster", {"element": "ice"}),
        ("monster", {"level": 2}),
        ("event", {"strength": 2}),
    ],
)
def test_unknown_class_subtype_element_or_field_is_refused(type_: str, wrong: dict[str, Any]):
    with pytest.raises(CatalogueError):
        card("One", type_, **wrong)


@pytest.mark.clause("ENE-1.12", "ENE-1.13", "ENE-1.14")
def test_monster_has_strength_vp_species_and_keywords():
    dragon = card(
        "Dragon",
        "monster",
        strength=8,
        vp=2,
        species="dragon",
        unique=True,
        storable=True,
        requires=[{"party": 1}],
        reward=[{"draw": 1}],
    )

    assert (dragon.strength, dragon.vp, dragon.species, dragon.unique, dragon.storable) == (8, 2, "dragon", True, True)
    assert (len(dragon.requirements), len(dragon.rewards)) == (1, 1)
    assert card("Plain", "monster").vp == 1


@pytest.mark.clause("ENE-1.15", "ENE-1.16", "ENE-1.19")
@pytest.mark.parametrize(
    "class_", ["twin_blade", "long_arm", "wavemaster", "heavy_blade", "heavy_axeman", "blademaster"]
)
@pytest.mark.parametrize("element", ["wood", "earth", "fire", "water", "darkness", "thunder", None])
def test_six_classes_and_six_elements_or_none(class_: str, element: str | None):
    hero = card("Hero", "pc", class_=class_, level=3, **({"element": element} if element else {}))

    assert (hero.class_, hero.element, hero.level) == (class_, element, 3)


@pytest.mark.clause("ENE-1.12", "ENE-1.13", "ENE-1.19")
@pytest.mark.parametrize("type_", sorted(FACTS))
def test_missing_facts_have_defaults(type_: str):
    bare = card("Bare", type_)

    assert (bare.strength, bare.tolerance, bare.speed, bare.element) == (0, 0, 0, None)
    assert (bare.unique, bare.storable, bare.goblin) == (False, False, False)
    assert bare.vp == (1 if type_ == "monster" else 0)


@pytest.mark.clause("ENE-1.4", "ENE-1.5")
def test_target_is_seven_vp_and_five_in_the_draft_game():
    assert {name: variant.target for name, variant in VARIANTS.items()} == {"full": 7, "sample": 7, "draft": 5}


# --- the two sample decks ----------------------------------------------------------------------


@pytest.fixture
def sample() -> CardSet:
    return bundled_card_set("enemy", "SD")


def listed(cards: CardSet) -> Iterator[tuple[str, list[PrintedCard]]]:
    by_ref = {each.ref: each for each in cards.cards}
    for deck_list in cards.decks:
        yield deck_list.code, [by_ref[ref] for ref, copies in deck_list.cards.items() for _ in range(copies)]


@pytest.mark.clause("ENE-1.2", "ENE-1.9", "ENE-1.17", "ENE-OP-18")
def test_both_sample_decks_are_legal_and_have_forty_cards(sample: CardSet):
    decks = dict(listed(sample))

    assert {code: len(cards) for code, cards in decks.items()} == {"sample-a": 40, "sample-b": 40}
    assert [codes(SAMPLE, cards) for cards in decks.values()] == [[], []]


def swapped(cards: list[PrintedCard], out: str, *into: PrintedCard) -> list[PrintedCard]:
    """Return the deck with one copy of a title replaced."""
    at = next(at for at, card in enumerate(cards) if card.name.en == out)
    return [*cards[:at], *into, *cards[at + 1 :]]


@pytest.mark.clause("ENE-1.2")
def test_sample_deck_with_one_card_swapped_is_refused_with_the_difference(sample: CardSet):
    decks = dict(listed(sample))
    other = next(card for card in decks["sample-b"] if card.name.en == "Crim")

    [fault] = deck_faults(SAMPLE, swapped(decks["sample-a"], "Elk", other))
    assert (fault.code, fault.clause, fault.field) == ("not_a_printed_deck", "ENE-1.2", "deck")
    assert fault.details == {"deck": "A", "surplus": "1 Crim", "missing": "1 Elk"}
    assert str(fault) == (
        "The sample game is played with one of its two printed decks. To get deck A, remove: 1 Crim. Add: 1 Elk."
    )

    [fault] = deck_faults(SAMPLE, swapped(decks["sample-a"], "Air Wand", decks["sample-a"][0]))
    assert fault.details == {"deck": "A", "surplus": "1 Adian's Rod", "missing": "1 Air Wand"}


@pytest.mark.clause("ENE-1.2", "ENE-1.9")
def test_every_other_deck_of_the_sample_game_is_refused(sample: CardSet):
    decks = dict(listed(sample))
    halves = decks["sample-a"][:20] + decks["sample-b"][20:]
    field = printed("Fog", "field")

    assert codes(SAMPLE, halves) == codes(SAMPLE, deck(40)) == ["not_a_printed_deck"]
    assert codes(SAMPLE, decks["sample-b"][1:]) == ["deck_size", "not_a_printed_deck"]
    assert codes(SAMPLE, swapped(decks["sample-b"], "Crim", field)) == ["not_a_printed_deck", "unknown_type"]
    assert all(fault.clause in ("ENE-1.2", "ENE-1.9") for fault in deck_faults(SAMPLE, [*deck(41, copies=41), field]))


@pytest.mark.clause("ENE-1.2")
def test_order_and_sets_of_the_cards_in_a_printed_deck_do_not_matter(sample: CardSet):
    decks = dict(listed(sample))
    reprint = [replace(card, set_code="RE") for card in reversed(decks["sample-a"])]

    assert codes(SAMPLE, reprint) == []


@pytest.mark.clause("ENE-OP-18")
def test_damaged_names_of_the_printed_lists_follow_alphabetical_order(sample: CardSet):
    names = {code: list(dict.fromkeys(each.name.en for each in cards)) for code, cards in listed(sample)}
    copies = {each.name.en: sum(cards.count(each) for _, cards in listed(sample)) for each in sample.cards}

    assert {"BT", "Elk"} <= set(names["sample-a"])
    assert {"Alpha Ichigoro", "Firedrake Mail"} <= set(names["sample-b"])
    assert all(each == sorted(each) for each in names.values())
    assert [copies[name] for name in ("BT", "Elk", "La Repth", "Tetra Armor", "Firedrake Mail")] == [3, 3, 1, 1, 1]


@pytest.mark.clause("ENE-1.2", "ENE-OP-18")
def test_decks_of_the_catalogue_are_the_printed_decks(sample: CardSet):
    titles = [dict(Counter(card.name.en for card in cards)) for _, cards in listed(sample)]

    assert titles == [dict(deck) for deck in SAMPLE_DECKS.values()]


@pytest.mark.clause("ENE-1.21")
def test_sample_pcs_have_level_1_and_items_level_1_to_3(sample: CardSet):
    levels = {(each.type, facts(each).level) for each in sample.cards if each.type in ("pc", "item")}

    assert {level for type_, level in levels if type_ == "pc"} == {1}
    assert {level for type_, level in levels if type_ == "item"} <= {1, 2, 3}


@pytest.mark.clause("ENE-1.11", "ENE-1.13", "ENE-1.14")
def test_every_card_of_the_catalogue_is_valid_and_most_monsters_have_1_vp():
    read = [RULESET.definition(each) for card_set in bundled_card_sets("enemy") for each in card_set.cards]

    points = [each.vp for each in read if each.type == "monster"]
    assert points.count(1) > len(points) / 2
    assert min(points) >= 0
    assert all(each.species for each in read if each.type == "monster")
