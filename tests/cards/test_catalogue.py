"""The ENEMY sets of the catalogue: they are valid and balanced, with texts in both languages.

``python -m tests.cards.test_catalogue`` updates the golden texts.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from cards.printed import CardSet, PrintedCard, bundled_card_set, bundled_card_sets
from drafting.rules.packs import is_draftable
from gameplay.engine.text.effects import Effect
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.conditions import Condition
from gameplay.games.enemy.decks import deck_faults
from gameplay.games.enemy.effects.base import Ability, EnemyEffect
from gameplay.games.enemy.effects.play_again import PlayAgain
from gameplay.games.enemy.filters import Filter
from gameplay.games.enemy.printed import facts
from gameplay.games.enemy.text import describe, paragraphs
from gameplay.games.enemy.variants import FULL

GOLDEN = Path(__file__).parent / "golden"
BOOSTER_RARITIES = ("common", "uncommon", "rare")
TYPES = {
    "FL": {"monster": 55, "pc": 17, "item": 23, "action": 17, "event": 8},
    "HB": {"monster": 53, "pc": 17, "item": 22, "action": 15, "event": 7, "field": 3, "grunty": 3},
}
ARCHETYPES = {
    "FL": [
        {"goblin"},
        {"undead", "buried"},
        {"thunder", "construct"},
        {"wood"},
        {"fire"},
        {"water", "party"},
        {"worm"},
        {"hidden"},
        {"bears", "item of yours"},
        {"behind"},
    ],
    "HB": [
        {"goblin", "item of theirs"},
        {"bird"},
        {"warrior", "light", "medium", "heavy"},
        {"wood", "grunty of any"},
        {"construct"},
        {"buried"},
        {"hidden"},
        {"bears", "item of yours"},
        {"field of any"},
        {"thunder"},
    ],
}
JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠々]")
LATIN_WORD = re.compile(r"[A-Za-z]{3,}")
SYMBOL = re.compile(r"\{(wood|earth|fire|water|darkness|thunder)\}")


EVERY_SET = pytest.mark.parametrize("printed", bundled_card_sets("enemy"), ids=lambda printed: printed.code)


@pytest.fixture(scope="module", params=sorted(TYPES))
def expansion(request: pytest.FixtureRequest) -> CardSet:
    """A set for booster drafts, reduced to the cards that are in boosters."""
    card_set = bundled_card_set("enemy", request.param)
    return replace(card_set, cards=tuple(card for card in card_set.cards if card.rarity in BOOSTER_RARITIES))


def parts(data: Any) -> Iterator[Any]:
    """Yield every dataclass inside a card's facts, including the facts themselves."""
    if is_dataclass(data):
        yield data
        for each in fields(data):
            yield from parts(getattr(data, each.name))
    elif isinstance(data, tuple):
        for each in data:
            yield from parts(each)


def words(card: PrintedCard, language: str) -> list[str]:
    return [f"{label}: {text}" if label else text for label, text in describe(card, language).paragraphs]


def golden(printed: CardSet) -> Path:
    return GOLDEN / f"enemy_{printed.code}.txt"


def golden_text(printed: CardSet) -> str:
    """Return the text of every card of a set, in both languages."""
    cards = []
    for card in printed.cards:
        lines = [f"{card.ref}"]
        for language in ("en", "ja"):
            description = describe(card, language)
            lines += [
                f"{card.name.in_language(language)} | {description.type_line}",
                *(f"  {line}" for line in words(card, language)),
            ]
        cards.append("\n".join(lines) + "\n")
    return "\n".join(cards)


# --- every set ----------------------------------------------------------------------------


@EVERY_SET
def test_every_card_has_a_definition_and_a_text(printed: CardSet):
    for card in printed.cards:
        assert RULESET.definition(card).ref == card.ref
        assert [describe(card, language).type_line != "" for language in ("en", "ja")] == [True, True]


def test_titles_are_unique():
    titles = Counter(card.name.en for printed in bundled_card_sets("enemy") for card in printed.cards)

    assert [title for title, count in titles.items() if count > 1] == []


@EVERY_SET
def test_texts_match_the_golden_file(printed: CardSet):
    assert golden_text(printed).splitlines() == golden(printed).read_text(encoding="utf-8").splitlines()


def test_names_are_in_both_languages_and_unique():
    cards = [card for printed in bundled_card_sets("enemy") for card in printed.cards if "source" not in card.facts]

    assert all(JAPANESE.search(card.name.ja) for card in cards)
    assert not any(JAPANESE.search(card.name.en) for card in cards)
    assert [name for name, count in Counter(card.name.ja for card in cards).items() if count > 1] == []


@EVERY_SET
def test_texts_do_not_mix_languages_or_have_unfilled_placeholders(printed: CardSet):
    for card in printed.cards:
        english, japanese = (SYMBOL.sub("", " ".join(words(card, language))) for language in ("en", "ja"))

        assert not JAPANESE.search(english), card.ref
        assert not LATIN_WORD.search(japanese), card.ref
        assert not set("{}") & set(english + japanese), card.ref


# --- the starter set ------------------------------------------------------------------------


def test_starter_decks_are_legal_in_the_full_game_and_contain_every_card():
    starter = bundled_card_set("enemy", "FC")
    decks = [
        [starter.card(ref.removeprefix("FC-")) for ref, copies in deck.cards.items() for _ in range(copies)]
        for deck in starter.decks
    ]

    assert len(decks) == 2
    assert [deck_faults(FULL, deck) for deck in decks] == [[], []]
    assert {card for deck in decks for card in deck} == set(starter.cards)
    assert {card.rarity for card in starter.cards} == {"fixed"}


# --- prize and promotional cards ------------------------------------------------------------


@pytest.mark.clause("DRF-1.1", "DRF-1.2")
def test_tournament_and_promo_cards_have_their_own_numbers_and_are_never_drafted():
    extra = [card for card in bundled_card_set("enemy", "HB").cards if card.rarity not in BOOSTER_RARITIES]

    assert {(card.rarity, card.number[0]) for card in extra} == {("tournament", "T"), ("promo", "P")}
    assert not any(is_draftable(card) for card in extra)
    assert not {"tournament", "promo"} & set(bundled_card_set("enemy", "HB").product().slots)


# --- expansions: numbers of cards ----------------------------------------------------------


def test_expansion_has_forty_cards_of_each_rarity_and_a_booster_of_eleven(expansion: CardSet):
    numbers = [card.number for card in expansion.cards]

    assert Counter(card.rarity for card in expansion.cards) == {"common": 40, "uncommon": 40, "rare": 40}
    assert numbers == [f"{letter}{count:02}" for letter in "CUR" for count in range(1, 41)]
    assert expansion.product("booster").slots == {"common": 7, "uncommon": 3, "rare": 1}


@pytest.mark.clause("ENE-1.8")
def test_types_have_the_shares_that_a_deck_needs(expansion: CardSet):
    types = Counter(card.type for card in expansion.cards)

    assert types == TYPES[expansion.code]


@pytest.mark.clause("ENE-1.19")
def test_six_elements_are_balanced_and_some_cards_have_none(expansion: CardSet):
    elements = Counter(facts(card).element for card in expansion.cards)
    without = elements.pop(None)

    assert len(elements) == 6
    assert max(elements.values()) - min(elements.values()) <= 4
    assert 10 <= without <= 30


@pytest.mark.clause("ENE-1.15")
def test_six_classes_are_balanced(expansion: CardSet):
    classes = Counter(facts(card).class_ for card in expansion.cards if card.type == "pc")

    assert len(classes) == 6
    assert set(classes.values()) <= {2, 3}


@pytest.mark.clause("ENE-1.13")
def test_most_monsters_have_one_vp_and_two_vp_are_hard_to_get(expansion: CardSet):
    monsters = {card: facts(card) for card in expansion.cards if card.type == "monster"}
    worth = Counter(printed.vp for printed in monsters.values())

    assert set(worth) == {0, 1, 2}
    assert worth[1] > 0.7 * len(monsters)
    assert all(
        (card.rarity, printed.unique, bool(printed.requires)) == ("rare", True, True)
        for card, printed in monsters.items()
        if printed.vp == 2
    )
    assert min(printed.strength for printed in monsters.values() if printed.vp == 0) >= 7


def test_no_grunty_grants_another_play(expansion: CardSet):
    """Otherwise it could be used forever."""
    grunties = [facts(card) for card in expansion.cards if card.type == "grunty"]

    assert not any(isinstance(part, PlayAgain) for grunty in grunties for part in parts(grunty))


def test_unique_monsters_are_rare(expansion: CardSet):
    assert {card.rarity for card in expansion.cards if card.facts.get("unique")} == {"rare"}


@pytest.mark.clause("ENE-1.11")
def test_destiny_is_from_one_to_seven_and_higher_on_weaker_monsters(expansion: CardSet):
    printed = [facts(card) for card in expansion.cards]
    strong = [each.destiny for each in printed if getattr(each, "species", "") and each.strength >= 7]
    weak = [each.destiny for each in printed if getattr(each, "species", "") and each.strength <= 5]

    assert {each.destiny for each in printed} == set(range(1, 8))
    assert mean(each.destiny for each in printed) == pytest.approx(4, abs=0.5)
    assert mean(weak) - mean(strong) > 1


def test_there_are_four_goblin_items_of_different_subtypes(expansion: CardSet):
    goblin = [facts(card).subtype for card in expansion.cards if card.facts.get("goblin")]

    assert len(goblin) == len(set(goblin)) == 4


# --- expansions: texts ------------------------------------------------------------------------


def test_most_cards_have_a_text(expansion: CardSet):
    with_text = [card for card in expansion.cards if any(line.label != "Bearer" for line in paragraphs(card))]

    assert len(with_text) >= 0.7 * len(expansion.cards)


def test_no_three_cards_differ_only_in_numbers(expansion: CardSet):
    alike = Counter(f"{card.type} {without_numbers(dict(card.facts))}" for card in expansion.cards)

    assert [what for what, count in alike.items() if count > 2] == []


def without_numbers(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: without_numbers(value) for name, value in sorted(data.items())}
    if isinstance(data, list):
        return [without_numbers(value) for value in data]
    return 0 if type(data) is int else data


@pytest.mark.parametrize(
    ("code", "archetype"),
    [(code, archetype) for code, archetypes in ARCHETYPES.items() for archetype in archetypes],
    ids=lambda value: value if isinstance(value, str) else " ".join(sorted(value)),
)
def test_at_least_four_cards_support_each_archetype(code: str, archetype: set[str]):
    draftable = [card for card in bundled_card_set("enemy", code).cards if card.rarity in BOOSTER_RARITIES]
    supporting = [card.number for card in draftable if archetype & set(synergies(card))]

    assert len(supporting) >= 4


def synergies(card: PrintedCard) -> Iterator[str]:
    """Yield what a card benefits from: elements, species, weights, and conditions by name."""
    for part in parts(facts(card)):
        if isinstance(part, Filter):
            yield from (name for name in (part.element, part.species, part.weight) if name)
            yield f"{part.type} of {part.whose}"
        if isinstance(part, Condition):
            yield from (each.name for each in fields(part) if getattr(part, each.name) is not None)


def test_most_verbs_are_used(expansion: CardSet):
    used = {type(part) for card in expansion.cards for part in parts(facts(card)) if isinstance(part, Effect)}
    known = set(EnemyEffect.verbs.values()) | set(Ability.verbs.values())

    assert len(used) >= 0.8 * len(known)


if __name__ == "__main__":
    for each in bundled_card_sets("enemy"):
        golden(each).write_text(golden_text(each), encoding="utf-8")
