"""Nouns in the card texts of HAGMI! and #rm2k_anime: singular, plural and Japanese."""

import re

import pytest

from gameplay.engine.text.wording import Noun
from gameplay.games import RULESETS
from gameplay.games.hagmi import nouns as hagmi
from gameplay.games.rm2k import nouns as rm2k
from gameplay.selectors.clauses import clauses

IRREGULAR = {
    "aircraft": "aircraft",
    "infantry": "infantry",
    "Attach": "Attaches",
    "witch": "witches",
    "Roleplay": "Roleplay",
    "Otaku": "Otaku",
    "Argue": "Argue",
    "Script": "Script",
    "Gamer": "Gamer",
    "User or Attach": "Users and Attaches",
    "facility": "facilities",
}
NOUNS = [
    *(noun for nouns in (hagmi.TYPES, hagmi.KIN_NAMES) for noun in nouns.values()),
    *(
        noun
        for nouns in (rm2k.TYPES, rm2k.SKILL_NOUNS, rm2k.SYMBOLS, rm2k.KIND_NOUNS, rm2k.ATTRIBUTES)
        for noun in nouns.values()
    ),
    *(hagmi.UNIT, rm2k.CARD, rm2k.IN_PLAY, rm2k.REACT),
]
JAPANESE = re.compile(r"[ぁ-んァ-ヶー一-龠]+")


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun[0])
def test_noun_has_a_plural_and_a_japanese_word(noun: Noun):
    singular, plural, japanese = noun

    assert plural == IRREGULAR.get(singular, "familiars" if singular == "familiar" else f"{singular}s")
    assert JAPANESE.fullmatch(japanese)


@pytest.mark.parametrize(
    "nouns", [rm2k.TYPES, rm2k.SKILL_NOUNS, rm2k.SYMBOLS, rm2k.KIND_NOUNS, rm2k.ATTRIBUTES, hagmi.KIN_NAMES]
)
def test_key_of_a_noun_is_its_english_singular(nouns: dict[str, Noun]):
    assert {key.replace("_", " ") for key in nouns} == {singular.lower() for singular, _, _ in nouns.values()}


def test_lag_has_no_plural_and_tokens_have_one():
    assert [
        rm2k.tokens_text(1),
        rm2k.tokens_text(3),
        rm2k.tokens_text(1, "sync token"),
        rm2k.tokens_text(2, "sync token"),
    ] == [
        "1 lag",
        "3 lag",
        "1 sync token",
        "2 sync tokens",
    ]


@pytest.mark.parametrize("game", RULESETS)
def test_rulings_cite_existing_clauses(game: str):
    assert {ruling.clause for ruling in RULESETS[game].sentences.rulings.values()} <= clauses(game).keys()
