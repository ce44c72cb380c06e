"""What the cards of a pool go with."""

from cards.printed import Archetype, bundled_card_set
from drafting.selectors.companions import Companions, Copies, find_companions

SET = bundled_card_set("enemy", "FL")
TIDES = next(each for each in SET.archetypes if each.code == "tides")
WORMS = next(each for each in SET.archetypes if each.code == "worms")


def copies(ref: str, drafted: int = 1, in_deck: int = 0) -> Copies:
    return Copies(SET.card(ref.partition("-")[2]), drafted, in_deck)


def name(ref: str, language: str = "en") -> str:
    return SET.card(ref.partition("-")[2]).name.in_language(language)


def test_companions_are_the_other_cards_of_an_archetype_in_the_deck_and_left_out():
    first, second, third = TIDES.cards[:3]
    pool = [copies(first), copies(second, 2, 1), copies(third, 1, 1)]

    found = find_companions(pool, SET.archetypes, "ja")

    assert found[first][0] == Companions(
        TIDES.name.ja, 4, in_deck=[name(second, "ja"), name(third, "ja")], left_out=[name(second, "ja")]
    )


def test_an_archetype_with_one_card_of_the_pool_is_left_out():
    pool = [copies(TIDES.cards[0], 3), copies(WORMS.cards[0]), copies(WORMS.cards[1])]

    found = find_companions(pool, [TIDES, WORMS], "en")

    assert found[TIDES.cards[0]] == []
    assert [each.archetype for each in found[WORMS.cards[0]]] == [WORMS.name.en]


def test_the_archetype_with_the_most_copies_comes_first():
    shared = next(ref for each in SET.archetypes for ref in each.cards if len(_archetypes_with(ref)) > 1)
    small, large = _archetypes_with(shared)[:2]
    others = [next(ref for ref in each.cards if ref != shared) for each in (small, large)]
    pool = [copies(shared), copies(others[0]), copies(others[1], 3)]

    assert [each.archetype for each in find_companions(pool, [small, large], "en")[shared]] == [
        large.name.en,
        small.name.en,
    ]


def _archetypes_with(ref: str) -> list[Archetype]:
    return [each for each in SET.archetypes if ref in each.cards]
