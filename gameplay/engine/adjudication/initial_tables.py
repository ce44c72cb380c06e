"""The table before the first entry of a reported game, with all possible decks."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.log_cards import LogCards
from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.core.errors import _
from gameplay.engine.core.position_fields import FieldReader
from gameplay.engine.core.ruleset import Ruleset


def possible_faces(
    reader: FieldReader, decks: Sequence[list[Any] | None], variant: Any, log_cards: LogCards
) -> list[Faces]:
    """Return the possible faces of all cards, one item for each choice of unlisted fixed decks.

    Any other unlisted deck has the deck size of the variant, if there is one.
    """
    if all(decks):
        return [Faces(decks, 0, [], None)]
    if fixed := log_cards.fixed_decks(variant):
        return [Faces(each, 0, [], None) for each in product(*([deck] if deck else fixed for deck in decks))]
    if not getattr(variant, "deck_size", 0) or notation_of(log_cards.ruleset).setup.requires_decks:
        raise reader.error(_("the deck lists of all players are required"), "decks")
    return [Faces(decks, variant.deck_size, log_cards.legal_cards(variant), variant.copies)]


def initial_deal(ruleset: Ruleset, variant: Any, faces: Faces, first: int) -> tuple[Any, Faces]:
    """Return the table before the first turn, and ``faces``; the opening hands are unknown."""
    table = dealt_table(ruleset, variant, faces)
    notation_of(ruleset).setup.set_up_table(table, first)
    faces.pools = [(table.owners[card], ruleset.back(definition)) for card, definition in enumerate(faces)]
    return table, faces


def dealt_table(ruleset: Ruleset, variant: Any, faces: Faces) -> Any:
    """Return the table with the decks of ``faces``, before anything is drawn."""
    decks = [
        [faces.assumed_face(card) for card, owner in enumerate(faces.owners) if owner == seat]
        for seat in range(len(faces.deck_is_listed))
    ]
    return ruleset.deal(variant, decks, _FirstCardChance())


class _FirstCardChance:
    """Chance before any card was observed: all hidden cards are equivalent."""

    def __init__(self) -> None:
        self.entries: list[Any] = []

    def take(self, cards: list[int]) -> int:
        cards.sort()
        return cards.pop(0)

    def number(self, n: int) -> int:
        return 0
