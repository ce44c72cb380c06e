"""States before a turn that the exhaustive search regards as the same."""

from typing import Any

import pytest

from gameplay.engine.adjudication.equivalence import ZoneIndex, identical_cards, state_key
from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.notation import notation_of
from gameplay.games.enemy import RULESET
from tests.gameplay.games.enemy.cards import item, pc
from tests.gameplay.games.enemy.duel import Side, Stack, lay

ELK, BEAR, WAND = pc("Elk"), pc("Bear"), item("Wand")


def key(*pcs: Stack) -> tuple[Any, ...]:
    """Return the key of a state in which Alice has these PCs with the items under them."""
    table = lay(Side(pcs=pcs), Side()).game.table
    deck = list(table.cards)
    faces = Faces.of_cards(deck, [0] * len(deck), deck_is_listed=[True], universe=deck, max_copies=None)
    return state_key(table, faces, notation_of(RULESET))


@pytest.mark.clause("ENE-9.2")
def test_the_bearer_of_an_item_matters_but_not_the_copy() -> None:
    assert key((ELK, WAND), BEAR) != key(ELK, (BEAR, WAND))
    assert key((ELK, WAND), ELK) == key(ELK, (ELK, WAND))


def test_only_face_down_cards_are_copies_by_their_assumed_face() -> None:
    table = lay(Side(pcs=(ELK, ELK), hand=(BEAR, BEAR)), Side()).game.table
    deck = list(table.cards)
    faces = Faces.of_cards(deck, [0] * len(deck), deck_is_listed=[True], universe=deck, max_copies=None)
    known_pc, (known_card, other) = table.party[0][0], table.hand[0][:2]
    assert faces.observe(known_pc, ELK)
    assert faces.observe(known_card, BEAR)

    copies = identical_cards(ZoneIndex(table), faces, range(len(deck)))

    assert copies == {known_card: [other], other: [known_card]}
