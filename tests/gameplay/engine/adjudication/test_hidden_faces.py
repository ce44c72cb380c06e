"""Faces of hidden cards: assumption, observation and exchange."""

from dataclasses import dataclass
from typing import Any

import pytest

from gameplay.engine.adjudication.hidden_faces import FaceNeeded, Faces, KnownTrait, UntrackedFaces
from tests.parts.properties import given
from tests.parts.properties import strategies as st


@dataclass(eq=False)
class Card:
    name: str
    destiny: int


A, B, C, D = Card("A", 1), Card("B", 2), Card("C", 2), Card("D", 4)


def faces(*decks: list[Any] | None, copies: int | None = None) -> Faces:
    return Faces(decks, 3, [A, B, C, D], copies)


def test_observed_card_exchanges_its_face_with_another() -> None:
    known = faces([A, B, C])
    assert known.observe(0, C)
    assert known.assumed_face(0) is C
    assert sorted(known.assumed_face(card).name for card in range(3)) == ["A", "B", "C"]


def test_deck_limits_the_number_of_observed_copies() -> None:
    known = faces([A, A, B])
    assert known.observe(0, A)
    assert known.observe(2, A)
    assert not known.observe(1, A)
    assert known.assumed_face(1) is B


def test_cards_of_another_deck_are_not_exchanged() -> None:
    known = faces([A, B, C], [D, D, D])
    assert not known.observe(0, D)


def test_trait_restricts_the_possible_faces() -> None:
    known = faces([A, B, C])
    assert known.observe(0, KnownTrait("destiny", 2))
    assert not known.is_known(0)
    assert {face.name for face in known.possible_faces(0)} == {"B", "C"}
    assert known.observe(1, B)
    assert {face.name for face in known.possible_faces(0)} == {"C"}
    assert not known.observe(2, KnownTrait("destiny", 2))


def test_contradictory_observations_are_refused() -> None:
    known = faces([A, B, C])
    assert known.observe(0, KnownTrait("destiny", 1))
    assert not known.observe(0, B)
    assert known.observe(0, A)
    assert known.observe(0, KnownTrait("destiny", 1))
    assert not known.observe(0, KnownTrait("destiny", 2))
    assert known.observe(0, A)
    assert not known.observe(0, B)


def test_shuffled_cards_keep_their_faces_as_a_group() -> None:
    known = faces([A, B, C])
    assert known.observe(0, A)
    known.note_shuffle([0, 1])
    assert not known.is_known(0)
    assert known.copy().observe(1, A)
    assert not known.observe(2, A)


def test_overlapping_shuffles_merge_their_groups() -> None:
    known = faces([A, B, C])
    known.observe(0, A)
    known.note_shuffle([0, 1])
    known.observe(1, B)
    known.note_shuffle([0, 2])
    assert known.observe(2, A)


def test_unidentified_face_up_card_needs_its_face() -> None:
    known = faces([A, B, C])
    known.unidentified[0] = "the card discarded first"
    with pytest.raises(FaceNeeded) as needed:
        known[0]
    assert needed.value.card == 0
    assert known.observe(0, B)
    assert known[0] is B


@pytest.mark.parametrize(("alike", "names"), [((), "AE"), (("odd", "even"), "ABE")])
def test_untracked_card_keeps_its_back_unless_backs_are_alike(alike: tuple[str, ...], names: str) -> None:
    def back(card: Card) -> str:
        return "odd" if card.destiny % 2 else "even"

    known = faces([A, B, Card("E", 3)])
    known.pools = [(0, back(card)) for card in known]
    untracked = UntrackedFaces.from_faces(known, back, alike)

    assert {face.name for face in untracked.possible_faces(0)} == set(names)


def test_rule_that_looks_for_a_card_finds_an_unknown_one_that_may_be_it() -> None:
    known = faces([A, B, C, D])
    known.pools = [(0, "")] * 4
    untracked = UntrackedFaces.from_faces(known, lambda card: "", ())
    untracked.observe(0, C)
    untracked.observe(1, D)

    assert untracked.cards_that_may_fit([0, 1], "destiny", 2) == [0]
    assert untracked.cards_that_may_fit([0, 1, 2, 3], "destiny", 1) == [2]  # the first of the equivalent cards
    assert untracked.assumed_face(2) is A
    assert not untracked.is_known(2)
    assert untracked.cards_that_may_fit([1, 2, 3], "destiny", 4) == [1, 2]
    assert untracked.cards_that_may_fit([1, 2, 3], "destiny", 9) == []


def test_unlisted_deck_may_contain_any_card_up_to_the_copy_limit() -> None:
    known = faces(None, copies=2)
    assert known.observe(0, A)
    assert known.observe(1, A)
    assert not known.observe(2, A)
    assert known.observe(2, D)


def test_card_of_an_unlisted_deck_gets_a_face_with_the_trait() -> None:
    known = faces(None)
    assert known.observe(1, KnownTrait("destiny", 4))
    assert known.assumed_face(1) is D
    assert not known.observe(2, KnownTrait("destiny", 5))


@given(st.permutations(range(6)), st.lists(st.integers(0, 3), min_size=6, max_size=6))
def test_actual_deal_is_possible_in_every_order_of_observation(order: list[int], dealt: list[int]) -> None:
    """The actual cards can always be observed; otherwise a true log could be judged illegal."""
    actual = [(A, B, C, D)[each] for each in dealt]
    known = Faces([sorted(actual, key=lambda card: card.name)], 6, [], None)
    for card in order:
        if card % 2:
            assert known.observe(card, KnownTrait("destiny", actual[card].destiny))
        assert known.observe(card, actual[card])
    assert [known.assumed_face(card) for card in range(6)] == actual
