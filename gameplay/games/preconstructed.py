"""Ready-made decks of the catalogue's sets."""

from collections.abc import Mapping
from typing import Any

from cards.printed import CardSet, DeckList, PrintedCard, bundled_card_set, bundled_card_sets
from gameplay.engine.core.ruleset import Ruleset


def preconstructed_decks(ruleset: Ruleset, variant: str) -> list[DeckList]:
    """Return the ready-made decks of the first set whose decks are all legal in the variant, if there is one."""
    decks = (each.decks for each in bundled_card_sets(ruleset.name) if _is_playable(ruleset, variant, each))
    return list(next(decks, ()))


def expand_deck_list(ruleset: Ruleset, copies: Mapping[str, Any]) -> list[PrintedCard]:
    """Return the cards of a deck list, one for each copy.

    Raises KeyError for a card that does not exist and ValueError for a count that is not a number.
    """
    return [card for ref, count in copies.items() for card in [_card(ruleset, ref)] * int(count)]


def _is_playable(ruleset: Ruleset, variant: str, card_set: CardSet) -> bool:
    """Return whether a set has at least two ready-made decks, all of them legal in the variant."""
    rules, decks = ruleset.variants[variant], [expand_deck_list(ruleset, deck.cards) for deck in card_set.decks]
    return len(decks) > 1 and not any(ruleset.deck_faults(rules, deck) for deck in decks)


def _card(ruleset: Ruleset, ref: str) -> PrintedCard:
    code, _, number = ref.partition("-")
    return bundled_card_set(ruleset.name, code).card(number)
