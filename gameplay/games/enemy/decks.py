"""Which decks may be played (ENE-1.1 to 1.9, 1.17)."""

from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.engine.decks import copies_faults, size_faults, type_faults
from gameplay.engine.errors import RulesError, _
from gameplay.games.enemy.printed import facts
from gameplay.games.enemy.variants import Variant

SIZES = {"full": "ENE-1.1", "sample": "ENE-1.2", "draft": "ENE-1.3"}  # by which clause a variant's deck has its size


class UnknownSubtypeError(RulesError):
    """The variant does not know this subtype of item: the sample game has weapons and armor only."""

    code = "unknown_subtype"
    clause = "ENE-1.17"
    sentence = _("{title} is an item of a subtype that is not in this game.")
    field = "deck"


def deck_faults(variant: Variant, deck: Sequence[PrintedCard]) -> list[RulesError]:
    """Return everything that is wrong with ``deck``, nothing if it may be played."""
    faults: list[RulesError] = [*size_faults(deck, variant.deck_size, SIZES[variant.name])]
    if variant.copies is not None:
        faults += copies_faults(deck, variant.copies, "ENE-1.6")
    faults += type_faults(deck, variant.types, "ENE-1.9")
    if variant.subtypes:  # else they are open (ENE-1.18)
        faults += [UnknownSubtypeError(title=title) for title in sorted(_strange(variant, deck))]
    return faults


def _strange(variant: Variant, deck: Sequence[PrintedCard]) -> set[str]:
    """The titles of items of a subtype that ``variant`` does not know."""
    items = [card for card in deck if card.type == "item"]
    return {card.name.en for card in items if facts(card).subtype not in variant.subtypes}
