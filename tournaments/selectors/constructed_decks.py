"""Decks that are brought to an event: whose are in, and what is wrong with one. Only their players and judges read them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cards.printed import DeckList
from cards.selectors import DisplayedCard, card_sets, get_displayed_card, get_printed_card
from drafting.rules.card_list_text import CardNames
from drafting.rules.decks import deck_checksum
from gameplay.engine.core.errors import RulesError
from gameplay.games import preconstructed
from tournaments.models import ConstructedDeck, Entry, Event
from tournaments.rules.deck_list_text import read_deck_list
from tournaments.selectors.roster import present_entries


class ListedCard(NamedTuple):
    """A card of a list and its copies."""

    card: DisplayedCard
    copies: int


@dataclass(frozen=True, slots=True)
class DeckPart:
    """The cards of a deck that are of one type, by number."""

    name: str
    cards: Sequence[ListedCard]

    @property
    def copies(self) -> int:
        return sum(each.copies for each in self.cards)


@dataclass(frozen=True, slots=True)
class OwnDeckView:
    """A deck as its player sees it; all is empty before anything was written.

    ``faults`` are what cannot be read of it, and every rule that it breaks. It is ``open`` while it may be changed, or
    taken back; ``locked`` once nothing of it can be changed any more.
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
        """The digits of the deck that is in; "" for one that is not."""
        return deck_checksum(self.deck.cards) if self.is_submitted else ""


def constructed_deck_of(entry: Entry) -> ConstructedDeck:
    """Return the deck of ``entry`` as it is written, an empty one that is not saved if it is not. One query."""
    return ConstructedDeck.objects.filter(entry=entry).first() or ConstructedDeck(entry=entry)


def own_deck_view(event: Event, entry: Entry, language: str) -> OwnDeckView:
    """Return the deck of ``entry`` as its player sees it. Two queries."""
    deck = constructed_deck_of(entry)
    return OwnDeckView(
        deck,
        deck_parts(event.game, deck.cards, language),
        constructed_deck_faults(event, deck),
        may_change_deck(event, deck),
    )


def may_change_deck(event: Event, deck: ConstructedDeck) -> bool:
    """Whether ``deck`` is not locked: one that was missing when decks were locked may still come in."""
    return not event.finished_at and (event.decks_locked_at is None or deck.submitted_at is None)


def read_event_deck_list(event: Event, text: str) -> tuple[list[str], list[RulesError]]:
    """Return the refs that ``text`` lists, and what cannot be read of it. One query."""
    names = CardNames(card for found in card_sets(event.game) for card in found.cards)
    return read_deck_list(text, names)


def constructed_deck_faults(event: Event, deck: ConstructedDeck) -> list[RulesError]:
    """Return everything that is wrong with ``deck``, nothing if it may be played. One query."""
    _refs, unread = read_event_deck_list(event, deck.text)
    cards = [get_printed_card(event.game, ref) for ref in deck.cards]
    return [*unread, *event.game_rules.deck_faults(event.played_variant, cards)]


def deck_parts(game: str, cards: Sequence[str], language: str) -> list[DeckPart]:
    """Return ``cards``, a ref a copy, type by type in the order of their numbers."""
    parts: dict[str, list[ListedCard]] = {}
    for ref, copies in sorted(Counter(cards).items()):
        card = get_displayed_card(game, ref, language)
        parts.setdefault(card.face.type_name, []).append(ListedCard(card, copies))
    return [DeckPart(name, found) for name, found in parts.items()]


def submitted_decks(event: Event) -> Mapping[int, ConstructedDeck]:
    """Return the decks that are handed in, by the keys of their entries; their lists are not loaded. One query."""
    found = ConstructedDeck.objects.filter(entry__event=event, submitted_at__isnull=False).defer("text", "cards")
    return {deck.entry_id: deck for deck in found}


def entries_without_deck(event: Event) -> list[Entry]:
    """Return who is there and plays, but has no deck in, by number; nobody in a draft. Two queries."""
    if event.drafted:
        return []
    came_in = submitted_decks(event)
    return [entry for entry in present_entries(event) if entry.pk not in came_in]


def editable_lists(event: Event) -> list[tuple[Entry, bool]]:
    """Return who is there and whether their deck is in, of those whose list may still be changed. Two queries."""
    if event.drafted or event.finished_at:
        return []
    came_in = submitted_decks(event)
    found = [(entry, came_in.get(entry.pk)) for entry in present_entries(event)]
    return [(entry, deck is not None) for entry, deck in found if may_change_deck(event, deck or ConstructedDeck())]


def ready_decks(event: Event) -> list[DeckList]:
    """Return the decks that the catalogue has ready for the variant, and that may be played in ``event``."""
    rules, played = event.game_rules, event.played_variant
    found = preconstructed.preconstructed_decks(rules, event.variant)
    return [deck for deck in found if not rules.deck_faults(played, preconstructed.expand_deck_list(rules, deck.cards))]
