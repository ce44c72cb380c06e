"""What may be wrong with a deck in more than one game. Which clause says so is each game's own."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from cards.printed import PrintedCard
from gameplay.engine.core.errors import RulesError, _


class DeckError(RulesError):
    """A deck that may not be played, by ``clause``."""

    field = "deck"

    def __init__(self, clause: str, **details: object) -> None:
        super().__init__(**details)
        self.clause = clause


class WrongSizeError(DeckError):
    """The deck has more or fewer cards than it must; ``details`` counts cards."""

    code = "deck_size"
    sentence = _("The deck has {cards} cards; it must have exactly {deck_size}.")


class TooManyCopiesError(DeckError):
    """The deck has more copies of a title than it may; ``details`` counts copies."""

    code = "too_many_copies"
    sentence = _("{title}: {copies} copies in the deck; at most {most}.")


class UnknownTypeError(DeckError):
    """The game, or this variant of it, does not know this type of card."""

    code = "unknown_type"
    sentence = _("{title} is of a type that is not in this game.")


def size_faults(deck: Sequence[PrintedCard], size: int, clause: str) -> Iterator[WrongSizeError]:
    """A refusal unless the deck has ``size`` cards."""
    if len(deck) != size:
        yield WrongSizeError(clause, cards=len(deck), deck_size=size)


def copies_faults(deck: Sequence[PrintedCard], most: int, clause: str) -> Iterator[TooManyCopiesError]:
    """A refusal for each title of which there are more than ``most``, by title."""
    for title, copies in sorted(Counter(card.name.en for card in deck).items()):
        if copies > most:
            yield TooManyCopiesError(clause, title=title, copies=copies, most=most)


def type_faults(deck: Sequence[PrintedCard], types: Collection[str], clause: str) -> Iterator[UnknownTypeError]:
    """A refusal for each title that is of none of ``types``, by title."""
    for title in sorted({card.name.en for card in deck if card.type not in types}):
        yield UnknownTypeError(clause, title=title)
