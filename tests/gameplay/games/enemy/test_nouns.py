"""Nouns of card texts in the singular, the plural and Japanese; articles and lists."""

import re

import pytest

from gameplay.engine.text.wording import Noun, capitalize_first, join_phrases, with_article
from gameplay.games.enemy.nouns import (
    CARD,
    CLASSES,
    COUNTERS,
    GOBLIN_ITEM,
    SELF_PHRASES,
    SPECIES,
    SUBTYPES,
    TYPES,
    WEIGHT_NAMES,
)

NOUNS = [CARD, GOBLIN_ITEM, *(noun for nouns in (TYPES, CLASSES, SUBTYPES, SPECIES) for noun in nouns.values())]
IRREGULAR = {
    "Grunty": "Grunties",
    "Heavy Axeman": "Heavy Axemen",
    "accessory": "accessories",
    "boots": "boots",
    "undead": "undead",
}
JAPANESE = re.compile(r"[ぁ-んァ-ヶー一-龠蟲]+|PC")


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun[0])
def test_noun_has_a_plural_and_a_japanese_word(noun: Noun):
    singular, plural, japanese = noun

    assert plural == IRREGULAR.get(singular, f"{singular}s")
    assert JAPANESE.fullmatch(japanese)


@pytest.mark.parametrize("nouns", [TYPES, CLASSES, SUBTYPES, SPECIES])
def test_key_of_a_noun_is_its_english_singular(nouns: dict[str, Noun]):
    assert {key.replace("_", " ") for key in nouns} == {singular.lower() for singular, _, _ in nouns.values()}
    assert len({japanese for *_, japanese in nouns.values()}) == len(nouns)


def test_weights_and_self_phrases_are_in_both_languages():
    assert WEIGHT_NAMES == {"light": ("light", "軽量"), "medium": ("medium", "中量"), "heavy": ("heavy", "重量")}
    assert SELF_PHRASES == {
        "monster": ("this monster", "このモンスター"),
        "pc": ("this PC", "このPC"),
        "item": ("its bearer", "装備者"),
        "action": ("your side", "自分側"),
    }
    assert COUNTERS == {"pc": "人", "monster": "体"}


@pytest.mark.parametrize(
    ("phrase", "article"),
    [
        ("goblin", "a"),
        ("{earth} card", "an"),
        ("{wood} card", "a"),
        ("undead", "an"),
        ("undamaged unit", "an"),
        ("unit", "a"),
        ("unique monster", "a"),
        ("opposing PC", "an"),
        ("PC", "a"),
        ("item", "an"),
        ("event", "an"),
        ("action", "an"),
    ],
)
def test_article_follows_the_pronunciation(phrase: str, article: str):
    assert with_article(phrase) == f"{article} {phrase}"


def test_phrases_are_joined_with_commas_and_and():
    assert [join_phrases(["a", "b", "c"][:count]) for count in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert capitalize_first("draw a PC") == "Draw a PC"
