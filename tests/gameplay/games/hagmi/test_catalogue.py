"""The set Ironshore: its size, its texts in both languages, its faces and its decks.

``python -m tests.gameplay.games.hagmi.test_catalogue`` updates the golden texts.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from cards.faces import draw_face
from cards.printed import PrintedCard, bundled_card_set
from gameplay.games.hagmi import RULESET
from gameplay.games.hagmi.decks import advised_size_faults, deck_faults
from gameplay.games.hagmi.effects.base import Ability, HagmiEffect
from gameplay.games.hagmi.printed import facts
from gameplay.games.hagmi.variants import SURVIVAL, TACTICS
from tests.gameplay.games.hagmi.transcript import ready_decks

GOLDEN = Path(__file__).parent / "golden" / "IS.txt"
IRONSHORE = bundled_card_set("hagmi", "IS")
JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠々]")
PRINTED = re.compile(r"LONG|MIDDLE|SHORT|SINGLE|MULTI-\d|ALL")


def texts() -> str:
    """Return the printed text of every card in both languages."""
    return "\n".join(line for card in IRONSHORE.cards for line in _card_lines(card)) + "\n"


def _card_lines(card: PrintedCard) -> list[str]:
    lines = [f"{card.ref} {card.name.ja} / {card.name.en}"]
    for language in ("ja", "en"):
        face = RULESET.face(card, language)
        lines.append(f"  {face.kind}: " + ", ".join(f"{stat.label} {stat.value}" for stat in face.stats))
        lines += [f"    {line.label} {line.text}".replace("  ", " ").rstrip() for line in face.lines]
    return lines


def test_the_texts_match_the_golden_file():
    assert texts() == GOLDEN.read_text(encoding="utf-8"), "if intended, update the golden file"


def test_the_set_has_enough_cards_of_each_type():
    types = Counter(card.type for card in IRONSHORE.cards)

    assert types == {"weapon": 52, "order": 37, "facility": 16, "damage": 10, "secret": 6}
    assert advised_size_faults(SURVIVAL, [list(IRONSHORE.cards)]) == []


@pytest.mark.parametrize("card", IRONSHORE.cards, ids=lambda card: card.ref)
def test_a_card_has_texts_in_both_languages(card: PrintedCard):
    assert JAPANESE.search(card.name.ja)
    assert not JAPANESE.search(card.name.en)
    english, japanese = (RULESET.describe(card, language) for language in ("en", "ja"))
    assert len(english.paragraphs) == len(japanese.paragraphs)
    for _label, words in english.paragraphs:
        assert not JAPANESE.search(words)
        assert words[0].isupper()
        assert words.endswith(".")
    for _label, words in japanese.paragraphs:
        assert not re.search(r"[a-z]{3,}", PRINTED.sub("", words))
        assert words.endswith("。")


def test_a_card_of_every_kind_can_be_drawn_and_no_two_kinds_look_alike():
    kinds = {(card.type, facts(card).kin if card.type == "weapon" else ""): card for card in IRONSHORE.cards}
    faces = {kind: RULESET.face(card, "en") for kind, card in kinds.items()}
    assert all("<svg" in draw_face(face) for face in faces.values())

    looks = {(face.tone, face.art) for face in faces.values()}
    assert len(looks) == len(kinds) == 10
    for (_, kin), face in faces.items():
        assert (face.subtype, face.emblem, face.subtype_name) == (kin, kin, kin.capitalize())


def test_a_face_shows_the_facts_of_the_card():
    card = IRONSHORE.card("W01")
    face, japanese = (RULESET.face(card, language) for language in ("en", "ja"))

    assert (face.name, face.number, face.motif, face.rarity) == (card.name.en, card.ref, card.ref, card.rarity)
    assert (face.corner, face.corner_name, japanese.corner_name) == ("0", "Cost", "コスト")
    assert (face.type_name, face.kind) == ("Weapon", "Weapon · Vehicle")
    assert (japanese.type_name, japanese.kind, japanese.subtype_name) == ("兵装", "兵装・車両", "車両")
    assert [stat.glyph for stat in face.stats] == ["fuel", "firepower", "armour", "range", "area"]
    assert len(face.lines) == len(RULESET.describe(card, "en").paragraphs) == 1


def test_the_type_line_names_kin_range_and_attack_area():
    cart, works = IRONSHORE.card("W01"), next(card for card in IRONSHORE.cards if card.facts.get("stays"))

    assert RULESET.describe(cart, "en").type_line == "Weapon, vehicle, SHORT, SINGLE"
    assert RULESET.describe(cart, "ja").type_line == "兵装・車両・SHORT・SINGLE"
    assert RULESET.describe(works, "en").type_line == "Damage card, facility"


def test_titles_are_unique():
    for language in ("en", "ja"):
        names = Counter(card.name.in_language(language) for card in IRONSHORE.cards)
        assert max(names.values()) == 1


def test_the_ready_made_decks_are_legal():
    assert [deck.code for deck in IRONSHORE.decks] == ["levee", "skerry"]
    for deck in ready_decks(2):
        assert deck_faults(TACTICS, deck) == []
        assert Counter(card.type in ("order", "facility") for card in deck)[True] == 30


def test_every_verb_is_on_a_card():
    written = str([facts(card) for card in IRONSHORE.cards])

    for verb in (*HagmiEffect.verbs.values(), *Ability.verbs.values()):
        assert f"{verb.__name__}(" in written


if __name__ == "__main__":
    GOLDEN.write_text(texts(), encoding="utf-8")
