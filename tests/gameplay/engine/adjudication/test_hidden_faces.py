"""Faces that are guessed, seen and traded."""

from dataclasses import dataclass
from typing import Any

import pytest

from gameplay.engine.adjudication.hidden_faces import FaceNeeded, Faces, KnownTrait
from tests.parts.properties import given
from tests.parts.properties import strategies as st


@dataclass(eq=False)
class Card:
    name: str
    destiny: int


A, B, C, D = Card("A", 1), Card("B", 2), Card("C", 2), Card("D", 4)


def faces(*decks: list[Any] | None, universe: list[Any] = [A, B, C, D], copies: int | None = None) -> Faces:  # noqa: B006
    return Faces(decks, 3, universe, copies)


def test_a_card_that_is_seen_trades_its_face_with_another() -> None:
    known = faces([A, B, C])
    assert known.observe(0, C)
    assert known.assumed_face(0) is C
    assert sorted(known.assumed_face(card).name for card in range(3)) == ["A", "B", "C"]


def test_no_more_copies_are_seen_than_the_deck_has() -> None:
    known = faces([A, A, B])
    assert known.observe(0, A)
    assert known.observe(2, A)
    assert not known.observe(1, A)
    assert known.assumed_face(1) is B


def test_the_cards_of_the_other_deck_do_not_help() -> None:
    known = faces([A, B, C], [D, D, D])
    assert not known.observe(0, D)


def test_a_trait_leaves_open_which_card_it_is() -> None:
    known = faces([A, B, C])
    assert known.observe(0, KnownTrait("destiny", 2))
    assert not known.is_known(0)
    assert {face.name for face in known.possible_faces(0)} == {"B", "C"}
    assert known.observe(1, B)
    assert {face.name for face in known.possible_faces(0)} == {"C"}
    assert not known.observe(2, KnownTrait("destiny", 2))


def test_what_was_seen_twice_must_agree() -> None:
    known = faces([A, B, C])
    assert known.observe(0, KnownTrait("destiny", 1))
    assert not known.observe(0, B)
    assert known.observe(0, A)
    assert known.observe(0, KnownTrait("destiny", 1))
    assert not known.observe(0, KnownTrait("destiny", 2))
    assert known.observe(0, A)
    assert not known.observe(0, B)


def test_shuffled_cards_keep_their_faces_among_them() -> None:
    known = faces([A, B, C])
    assert known.observe(0, A)
    known.note_shuffle([0, 1])
    assert not known.is_known(0)
    assert known.copy().observe(1, A)
    assert not known.observe(2, A)


def test_what_one_of_two_cards_is_may_be_another_after_a_shuffle_with_it() -> None:
    known = faces([A, B, C])
    known.observe(0, A)
    known.note_shuffle([0, 1])
    known.observe(1, B)
    known.note_shuffle([0, 2])
    assert known.observe(2, A)


def test_an_open_face_that_nobody_wrote_down_is_asked_for() -> None:
    known = faces([A, B, C])
    known.unidentified[0] = "the card discarded first"
    with pytest.raises(FaceNeeded) as needed:
        known[0]
    assert needed.value.card == 0
    assert known.observe(0, B)
    assert known[0] is B


def test_a_deck_that_is_not_listed_may_hold_anything_up_to_the_most_copies() -> None:
    known = faces(None, copies=2)
    assert known.observe(0, A)
    assert known.observe(1, A)
    assert not known.observe(2, A)
    assert known.observe(2, D)


def test_a_deck_that_is_not_listed_takes_a_face_that_has_the_trait() -> None:
    known = faces(None)
    assert known.observe(1, KnownTrait("destiny", 4))
    assert known.assumed_face(1) is D
    assert not known.observe(2, KnownTrait("destiny", 5))


@given(st.permutations(range(6)), st.lists(st.integers(0, 3), min_size=6, max_size=6))
def test_whatever_order_cards_are_seen_in_a_true_deal_is_possible(order: list[int], dealt: list[int]) -> None:
    """The law behind "no true log is called illegal": what really lies there can always be seen."""
    truth = [(A, B, C, D)[each] for each in dealt]
    known = Faces([sorted(truth, key=lambda card: card.name)], 6, [], None)
    for card in order:
        if card % 2:
            assert known.observe(card, KnownTrait("destiny", truth[card].destiny))
        assert known.observe(card, truth[card])
    assert [known.assumed_face(card) for card in range(6)] == truth
