"""The decks that the sets of the catalogue have ready, to be played as they are."""

from collections.abc import Mapping
from typing import Any

from cards.printed import CardSet, DeckList, PrintedCard, bundled_card_set, bundled_card_sets
from gameplay.engine.core.ruleset import Ruleset


def preconstructed_decks(ruleset: Ruleset, variant: str) -> list[DeckList]:
    """Return the decks that the first set which has them prints for the variant; none if no set does."""
    ready = (found.decks for found in bundled_card_sets(ruleset.name) if _is_playable(ruleset, variant, found))
    return list(next(ready, ()))


def expand_deck_list(ruleset: Ruleset, copies: Mapping[str, Any]) -> list[PrintedCard]:
    """Return the cards of a list, one a copy. Raises KeyError for a card that is not there, ValueError for no number."""
    return [card for ref, count in copies.items() for card in [_card(ruleset, ref)] * int(count)]


def _is_playable(ruleset: Ruleset, variant: str, card_set: CardSet) -> bool:
    """Whether a set prints decks, and all of them may be played."""
    usual, decks = ruleset.variants[variant], [expand_deck_list(ruleset, deck.cards) for deck in card_set.decks]
    return len(decks) > 1 and not any(ruleset.deck_faults(usual, deck) for deck in decks)


def _card(ruleset: Ruleset, ref: str) -> PrintedCard:
    code, _, number = ref.partition("-")
    return bundled_card_set(ruleset.name, code).card(number)
