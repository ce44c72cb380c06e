"""Which decks may be played (ENE-1.1 to 1.9, 1.17)."""

from collections import Counter
from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.engine.errors import RulesError, _
from gameplay.games.enemy.printed import ItemFacts, facts
from gameplay.games.enemy.variants import Variant


class WrongSizeError(RulesError):
    """The deck has more or fewer cards than its variant asks for (ENE-1.1 to 1.3); ``details`` counts cards."""

    code = "deck_size"
    clause = "ENE-1"
    sentence = _("The deck has {cards} cards; it must have exactly {deck_size}.")
    field = "deck"


class TooManyCopiesError(RulesError):
    """The deck has more copies of a title than the variant allows; ``details`` counts copies."""

    code = "too_many_copies"
    clause = "ENE-1.6"
    sentence = _("{title}: {copies} copies in the deck; at most {most}.")
    field = "deck"


class UnknownTypeError(RulesError):
    """The variant does not know this type of card, or this subtype of item."""

    code = "unknown_type"
    clause = "ENE-1.9"
    sentence = _("{title} is of a type that is not in this game.")
    field = "deck"


def deck_faults(variant: Variant, deck: Sequence[PrintedCard]) -> list[RulesError]:
    """Return everything that is wrong with ``deck``, nothing if it may be played."""
    faults: list[RulesError] = []
    if len(deck) != variant.deck_size:
        faults.append(WrongSizeError(cards=len(deck), deck_size=variant.deck_size))
    if variant.copies is not None:
        for title, copies in sorted(Counter(card.name.en for card in deck).items()):
            if copies > variant.copies:
                faults.append(TooManyCopiesError(title=title, copies=copies, most=variant.copies))
    strange = {card.name.en for card in deck if not _knows(variant, card)}
    return faults + [UnknownTypeError(title=title) for title in sorted(strange)]


def _knows(variant: Variant, card: PrintedCard) -> bool:
    """ENE-1.17: the sample game's items are weapons and armor; elsewhere the subtypes are open (1.18)."""
    printed = facts(card)
    if isinstance(printed, ItemFacts) and variant.subtypes and printed.subtype not in variant.subtypes:
        return False
    return card.type in variant.types
