"""The #rm2k_anime sets of the catalogue: they are valid and complete, with texts in both languages.

``python -m tests.cards.test_catalogue_rm2k`` updates the golden texts.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from cards.faces import draw_face
from cards.printed import CardSet, PrintedCard, bundled_card_set, bundled_card_sets
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.effects.base import Ability, Rm2kEffect
from gameplay.games.rm2k.terms import SKILLS
from gameplay.games.rm2k.variants import STANDARD

GOLDEN = Path(__file__).parent / "golden"
JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠々]")
LATIN_WORD = re.compile(r"[A-Za-z]{3,}")
EVERY_SET = pytest.mark.parametrize("printed", bundled_card_sets("rm2k"), ids=lambda printed: printed.code)


def words(card: PrintedCard, language: str) -> list[str]:
    lines = RULESET.describe(card, language).paragraphs
    return [f"{label}: {text}" if label else text for label, text in lines]


def golden(printed: CardSet) -> Path:
    return GOLDEN / f"rm2k_{printed.code}.txt"


def golden_text(printed: CardSet) -> str:
    """Return the text and the stats of every card of a set, in both languages."""
    cards = []
    for card in printed.cards:
        lines = [f"{card.ref}"]
        for language in ("en", "ja"):
            kind = RULESET.describe(card, language).type_line
            face = RULESET.face(card, language)
            stats = [f"{stat.label} {stat.value}" for stat in face.stats]
            drawn = [f"{face.corner_name} {face.corner}", *stats, face.tone, face.art, face.emblem, face.subtype_name]
            lines += [f"{card.name.in_language(language)} | {kind}", f"  {', '.join(filter(None, drawn))}"]
            lines += [f"  {line}" for line in words(card, language)]
        cards.append("\n".join(lines) + "\n")
    return "\n".join(cards)


@EVERY_SET
def test_every_card_has_a_definition_and_a_face(printed: CardSet):
    for card in printed.cards:
        assert RULESET.definition(card).ref == card.ref
        assert all("<svg" in draw_face(RULESET.face(card, language)) for language in ("en", "ja"))


@EVERY_SET
def test_texts_match_the_golden_file(printed: CardSet):
    assert golden_text(printed).splitlines() == golden(printed).read_text(encoding="utf-8").splitlines()


@EVERY_SET
def test_texts_do_not_mix_languages_or_have_unfilled_placeholders(printed: CardSet):
    for card in printed.cards:
        english, japanese = (" ".join(words(card, language)) for language in ("en", "ja"))
        assert english, card.ref
        assert not JAPANESE.search(english), card.ref
        assert not LATIN_WORD.search(japanese.replace("VP", "")), card.ref
        assert not set("{}") & set(english + japanese), card.ref


def test_names_are_in_both_languages_and_unique():
    cards = [card for printed in bundled_card_sets("rm2k") for card in printed.cards]
    assert all(JAPANESE.search(card.name.ja) and not JAPANESE.search(card.name.en) for card in cards)
    for language in ("en", "ja"):
        assert [
            name for name, count in Counter(card.name.in_language(language) for card in cards).items() if count > 1
        ] == []


def test_there_are_cards_of_every_type_kind_and_skill():
    cards = [RULESET.definition(card) for card in bundled_card_set("rm2k", "CC").cards]
    assert Counter(card.type for card in cards) == {"user": 24, "attach": 24, "event": 30, "challenge": 25}
    assert sum(bool(card.answerable_kinds) for card in cards) == 8
    challenges = {(card.kind, card.skill) for card in cards if card.type == "challenge"}
    assert challenges == {
        (kind, skill) for kind in ("attack", "multi_tech", "duel", "team", "personal") for skill in range(len(SKILLS))
    }
    assert all(card.goal_condition for card in cards if card.type == "user")


def test_every_verb_is_used():
    facts = " ".join(str(dict(card.facts)) for printed in bundled_card_sets("rm2k") for card in printed.cards)
    assert [verb for verb in (*Rm2kEffect.verbs, *Ability.verbs) if f"'{verb}'" not in facts] == []


def test_ready_made_decks_are_legal():
    printed = bundled_card_set("rm2k", "CC")
    decks = [
        [printed.card(ref.removeprefix("CC-")) for ref, copies in deck.cards.items() for _ in range(copies)]
        for deck in printed.decks
    ]
    assert len(decks) == 2
    assert [RULESET.deck_faults(STANDARD, deck) for deck in decks] == [[], []]


if __name__ == "__main__":
    for each in bundled_card_sets("rm2k"):
        golden(each).write_text(golden_text(each), encoding="utf-8")
