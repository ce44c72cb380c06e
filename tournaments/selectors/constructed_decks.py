"""Constructed decks of an event: which are submitted, and their faults. Only their players and judges see them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cards.printed import DeckList
from cards.selectors import DisplayedCard, card_sets, get_displayed_card, get_printed_card
from drafting.rules.card_list_text import CardNames
from drafting.rules.decks import deck_checksum
from gameplay.engine.core.errors import RulesError
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import preconstructed
from tournaments.models import ConstructedDeck, Entry, Event
from tournaments.rules.constructed import PLAYERS_OF_MATCH
from tournaments.rules.deck_list_text import read_deck_list
from tournaments.selectors.roster import in_reading_order, present_entries


class ListedCard(NamedTuple):
    """A card of a deck list and its number of copies."""

    card: DisplayedCard
    copies: int


@dataclass(frozen=True, slots=True)
class DeckPart:
    """The cards of one type in a deck, by number."""

    name: str
    cards: Sequence[ListedCard]

    @property
    def copies(self) -> int:
        return sum(each.copies for each in self.cards)


@dataclass(frozen=True, slots=True)
class OwnDeckView:
    """A deck as its player sees it; empty before a list is saved.

    ``faults`` are the lines that cannot be read and the deck rules that are broken. The deck is open while it may be
    changed or taken back, else locked.
    """

    deck: ConstructedDeck
    parts: Sequence[DeckPart]
    faults: Sequence[RulesError]
    is_open: bool

    @property
    def locked(self) -> bool:
        return not self.is_open

    @property
    def count(self) -> int:
        return len(self.deck.cards)

    @property
    def is_submitted(self) -> bool:
        return self.deck.submitted_at is not None

    @property
    def checksum(self) -> str:
        """The checksum of a submitted deck; "" for any other."""
        return deck_checksum(self.deck.cards) if self.is_submitted else ""


def constructed_deck_of(entry: Entry) -> ConstructedDeck:
    """Return the deck of ``entry``, or a new unsaved one. Makes one query."""
    return ConstructedDeck.objects.filter(entry=entry).first() or ConstructedDeck(entry=entry)


def own_deck_view(event: Event, entry: Entry, language: str) -> OwnDeckView:
    """Return the deck of ``entry`` as its player sees it. Makes two queries."""
    deck = constructed_deck_of(entry)
    return OwnDeckView(
        deck,
        deck_parts(event.game, deck.cards, language),
        constructed_deck_faults(event, deck),
        may_change_deck(event, deck),
    )


def may_change_deck(event: Event, deck: ConstructedDeck) -> bool:
    """Return whether ``deck`` is not locked; a deck that was missing when decks were locked may still be submitted."""
    return not event.finished_at and (event.decks_locked_at is None or deck.submitted_at is None)


def read_event_deck_list(event: Event, text: str) -> tuple[list[str], list[RulesError]]:
    """Return the refs listed in ``text``, and errors for the lines that cannot be read. Makes one query."""
    names = CardNames(card for found in card_sets(event.game) for card in found.cards)
    return read_deck_list(text, names)


def constructed_deck_faults(event: Event, deck: ConstructedDeck) -> list[RulesError]:
    """Return all faults of ``deck``; [] if it is legal. Makes one query."""
    _refs, unread = read_event_deck_list(event, deck.text)
    cards = [get_printed_card(event.game, ref) for ref in deck.cards]
    return [*unread, *event.game_rules.deck_faults(event.played_variant, cards)]


def deck_parts(game: str, cards: Sequence[str], language: str) -> list[DeckPart]:
    """Return ``cards``, one ref for each copy, by type in the order of their numbers."""
    parts: dict[str, list[ListedCard]] = {}
    for ref, copies in sorted(Counter(cards).items()):
        card = get_displayed_card(game, ref, language)
        parts.setdefault(card.face.type_name, []).append(ListedCard(card, copies))
    return [DeckPart(name, found) for name, found in parts.items()]


def submitted_decks(event: Event) -> Mapping[int, ConstructedDeck]:
    """Return the submitted decks by entry key, without loading their lists. Makes one query."""
    found = ConstructedDeck.objects.filter(entry__event=event, submitted_at__isnull=False).defer("text", "cards")
    return {deck.entry_id: deck for deck in found}


def entries_without_deck(event: Event) -> list[Entry]:
    """Return the present players who have not submitted a deck, by number. Makes two queries.

    There are none if players do not bring decks.
    """
    if not event.brings_decks:
        return []
    submitted = submitted_decks(event)
    return [entry for entry in present_entries(event) if entry.pk not in submitted]


def editable_lists(event: Event) -> list[tuple[Entry, bool]]:
    """Return the present players whose list may still change, each with whether the deck is submitted.

    They are sorted by reading or name. Makes two queries.
    """
    if not event.brings_decks or event.finished_at:
        return []
    submitted = submitted_decks(event)
    found = [(entry, submitted.get(entry.pk)) for entry in in_reading_order(present_entries(event))]
    return [(entry, deck is not None) for entry, deck in found if may_change_deck(event, deck or ConstructedDeck())]


def ready_decks(event: Event) -> list[DeckList]:
    """Return the ready-made decks of the catalogue that are legal in ``event``, without cards that are put aside."""
    rules, played, shared = event.game_rules, event.played_variant, event.shared_deck
    found = preconstructed.preconstructed_decks(rules, event.variant)
    if shared:
        found = [_without_types(rules, deck, shared.unused_types) for deck in found]
    return [deck for deck in found if not rules.deck_faults(played, preconstructed.expand_deck_list(rules, deck.cards))]


def _without_types(rules: Ruleset, deck: DeckList, types: Sequence[str]) -> DeckList:
    kept = {card.ref for card in preconstructed.expand_deck_list(rules, deck.cards) if card.type not in types}
    return replace(deck, cards={ref: copies for ref, copies in deck.cards.items() if ref in kept})


def shared_deck_lists(event: Event) -> list[list[str]]:
    """Return the refs of the lists that together form the deck that the players share, one for each seat of a match.

    They are the ready-made decks of one set, which is played in common (HAG-10.2).
    """
    return [list(Counter(deck.cards).elements()) for deck in ready_decks(event)[:PLAYERS_OF_MATCH]]


def shared_cards(event: Event, language: str) -> list[ListedCard]:
    """Return the cards of the deck that the players share, with their copies, by number."""
    copies = Counter(ref for refs in shared_deck_lists(event) for ref in refs)
    return [ListedCard(get_displayed_card(event.game, ref, language), copies[ref]) for ref in sorted(copies)]
