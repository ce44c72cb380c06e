"""Deck faults that several games share. Each game passes its own clauses."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from cards.printed import PrintedCard
from gameplay.engine.core.errors import RulesError, _


class DeckError(RulesError):
    """The deck is not legal by ``clause``."""

    field = "deck"

    def __init__(self, clause: str, **details: object) -> None:
        super().__init__(**details)
        self.clause = clause


class WrongSizeError(DeckError):
    """The deck has the wrong number of cards; ``details`` count them."""

    code = "deck_size"
    sentence = _("The deck must have exactly {deck_size} cards, not {cards}.")


class TooManyCopiesError(DeckError):
    """The deck has too many copies of a title; ``details`` count them."""

    code = "too_many_copies"
    sentence = _("{title}: {copies} copies in the deck; at most {most}.")


class UnknownTypeError(DeckError):
    """The game, or this variant of it, has no cards of this type."""

    code = "unknown_type"
    sentence = _("{title}: cards of this type are not allowed in this game.")


def size_faults(deck: Sequence[PrintedCard], size: int, clause: str) -> Iterator[WrongSizeError]:
    """Yield a fault unless the deck has ``size`` cards."""
    if len(deck) != size:
        yield WrongSizeError(clause, cards=len(deck), deck_size=size)


def copies_faults(deck: Sequence[PrintedCard], most: int, clause: str) -> Iterator[TooManyCopiesError]:
    """Yield a fault for each title with more than ``most`` copies, sorted by title."""
    for title, copies in sorted(Counter(card.name.en for card in deck).items()):
        if copies > most:
            yield TooManyCopiesError(clause, title=title, copies=copies, most=most)


def type_faults(deck: Sequence[PrintedCard], types: Collection[str], clause: str) -> Iterator[UnknownTypeError]:
    """Yield a fault for each title whose type is not in ``types``, sorted by title."""
    for title in sorted({card.name.en for card in deck if card.type not in types}):
        yield UnknownTypeError(clause, title=title)
