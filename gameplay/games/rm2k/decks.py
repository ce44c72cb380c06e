"""Deck construction rules (RM-2.2, RM-OP-19)."""

from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.engine.core.decks import copies_faults, size_faults, type_faults
from gameplay.engine.core.errors import RulesError, _
from gameplay.games.rm2k.printed import FACTS, facts
from gameplay.games.rm2k.variants import Variant


class NoStarterError(RulesError):
    """No User in the deck can be the Main User: all cost more than the set value."""

    code = "no_starter"
    clause = "RM-2.2"
    sentence = _("No User in your deck costs {set_value} or less, so you could not choose a Main User.")
    field = "deck"


def deck_faults(variant: Variant, deck: Sequence[PrintedCard]) -> list[RulesError]:
    """Return all faults of ``deck``; none if it is legal."""
    faults: list[RulesError] = []
    if variant.deck_size:
        faults += size_faults(deck, variant.deck_size, "RM-OP-19")
    if variant.copies:
        faults += copies_faults(deck, variant.copies, "RM-OP-19")
    faults += type_faults(deck, FACTS, "RM-1.1")
    users = [card for card in deck if card.type == "user"]
    if not any(facts(card).cost <= variant.set_value for card in users):
        faults.append(NoStarterError(set_value=variant.set_value))
    return faults
