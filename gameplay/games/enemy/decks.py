"""Which decks may be played (ENE-1.1 to 1.9, 1.17)."""

from collections import Counter
from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.engine.errors import RulesError, _
from gameplay.games.enemy.printed import ItemFacts, facts
from gameplay.games.enemy.variants import Variant

SIZES = {"full": "ENE-1.1", "sample": "ENE-1.2", "draft": "ENE-1.3"}  # by which clause a variant's deck has its size


class WrongSizeError(RulesError):
    """The deck has more or fewer cards than its variant asks for (ENE-1.1 to 1.3); ``details`` counts cards."""

    code = "deck_size"
    sentence = _("The deck has {cards} cards; it must have exactly {deck_size}.")
    field = "deck"

    def __init__(self, *, cards: int, variant: Variant) -> None:
        super().__init__(cards=cards, deck_size=variant.deck_size)
        self.clause = SIZES[variant.name]


class TooManyCopiesError(RulesError):
    """The deck has more copies of a title than the variant allows; ``details`` counts copies."""

    code = "too_many_copies"
    clause = "ENE-1.6"
    sentence = _("{title}: {copies} copies in the deck; at most {most}.")
    field = "deck"


class UnknownTypeError(RulesError):
    """The variant does not know this type of card."""

    code = "unknown_type"
    clause = "ENE-1.9"
    sentence = _("{title} is of a type that is not in this game.")
    field = "deck"


class UnknownSubtypeError(RulesError):
    """The variant does not know this subtype of item: the sample game has weapons and armor only."""

    code = "unknown_subtype"
    clause = "ENE-1.17"
    sentence = _("{title} is an item of a subtype that is not in this game.")
    field = "deck"


def deck_faults(variant: Variant, deck: Sequence[PrintedCard]) -> list[RulesError]:
    """Return everything that is wrong with ``deck``, nothing if it may be played."""
    faults: list[RulesError] = []
    if len(deck) != variant.deck_size:
        faults.append(WrongSizeError(cards=len(deck), variant=variant))
    if variant.copies is not None:
        for title, copies in sorted(Counter(card.name.en for card in deck).items()):
            if copies > variant.copies:
                faults.append(TooManyCopiesError(title=title, copies=copies, most=variant.copies))
    strange = {card.name.en: fault for card in deck if (fault := _unknown(variant, card))}
    return faults + [strange[title] for title in sorted(strange)]


def _unknown(variant: Variant, card: PrintedCard) -> RulesError | None:
    """What the variant does not know of ``card``; where it lists no subtypes they are open (ENE-1.18)."""
    if card.type not in variant.types:
        return UnknownTypeError(title=card.name.en)
    printed = facts(card)
    if isinstance(printed, ItemFacts) and variant.subtypes and printed.subtype not in variant.subtypes:
        return UnknownSubtypeError(title=card.name.en)
    return None
