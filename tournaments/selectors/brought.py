"""Decks that are brought to an event: whose are in, and what is wrong with one. Only their players and judges read them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cards.printed import DeckList
from cards.selectors import Shown, card_sets, printed, shown
from drafting.rules.decks import checksum
from drafting.rules.listing import Names
from gameplay.engine.core.errors import RulesError
from gameplay.games import ready
from tournaments.models import BroughtDeck, Entry, Event
from tournaments.rules.brought import read_list
from tournaments.selectors.roster import present


class ListedCard(NamedTuple):
    """A card of a list and its copies."""

    card: Shown
    copies: int


@dataclass(frozen=True, slots=True)
class Part:
    """The cards of a deck that are of one type, by number."""

    name: str
    cards: Sequence[ListedCard]

    @property
    def copies(self) -> int:
        return sum(each.copies for each in self.cards)


@dataclass(frozen=True, slots=True)
class OwnDeck:
    """A deck as its player sees it; all is empty before anything was written.

    ``faults`` are what cannot be read of it, and every rule that it breaks. It is ``open`` while it may be changed, or
    taken back; ``locked`` once nothing of it can be changed any more.
    """

    deck: BroughtDeck
    parts: Sequence[Part]
    faults: Sequence[RulesError]
    open: bool

    @property
    def locked(self) -> bool:
        return not self.open

    @property
    def count(self) -> int:
        return len(self.deck.cards)

    @property
    def submitted(self) -> bool:
        return self.deck.submitted_at is not None

    @property
    def checksum(self) -> str:
        """The digits of the deck that is in; "" for one that is not."""
        return checksum(self.deck.cards) if self.submitted else ""


def deck_of(entry: Entry) -> BroughtDeck:
    """Return the deck of ``entry`` as it is written, an empty one that is not saved if it is not. One query."""
    return BroughtDeck.objects.filter(entry=entry).first() or BroughtDeck(entry=entry)


def own_deck(event: Event, entry: Entry, language: str) -> OwnDeck:
    """Return the deck of ``entry`` as its player sees it. Two queries."""
    deck = deck_of(entry)
    return OwnDeck(deck, parts_of(event.game, deck.cards, language), faults_of(event, deck), may_change(event, deck))


def may_change(event: Event, deck: BroughtDeck) -> bool:
    """Whether ``deck`` is not locked: one that was missing when decks were locked may still come in."""
    return not event.finished_at and (event.decks_locked_at is None or deck.submitted_at is None)


def listed(event: Event, text: str) -> tuple[list[str], list[RulesError]]:
    """Return the refs that ``text`` lists, and what cannot be read of it. One query."""
    names = Names(card for found in card_sets(event.game) for card in found.cards)
    return read_list(text, names)


def faults_of(event: Event, deck: BroughtDeck) -> list[RulesError]:
    """Return everything that is wrong with ``deck``, nothing if it may be played. One query."""
    _refs, unread = listed(event, deck.text)
    cards = [printed(event.game, ref) for ref in deck.cards]
    return [*unread, *event.rules.deck_faults(event.played, cards)]


def parts_of(game: str, cards: Sequence[str], language: str) -> list[Part]:
    """Return ``cards``, a ref a copy, type by type in the order of their numbers."""
    parts: dict[str, list[ListedCard]] = {}
    for ref, copies in sorted(Counter(cards).items()):
        card = shown(game, ref, language)
        parts.setdefault(card.face.type_name, []).append(ListedCard(card, copies))
    return [Part(name, found) for name, found in parts.items()]


def decks_in(event: Event) -> Mapping[int, BroughtDeck]:
    """Return the decks that are handed in, by the keys of their entries; their lists are not loaded. One query."""
    found = BroughtDeck.objects.filter(entry__event=event, submitted_at__isnull=False).defer("text", "cards")
    return {deck.entry_id: deck for deck in found}


def without_deck(event: Event) -> list[Entry]:
    """Return who is there and plays, but has no deck in, by number; nobody in a draft. Two queries."""
    if event.drafted:
        return []
    came_in = decks_in(event)
    return [entry for entry in present(event) if entry.pk not in came_in]


def open_lists(event: Event) -> list[tuple[Entry, bool]]:
    """Return who is there and whether their deck is in, of those whose list may still be changed. Two queries."""
    if event.drafted or event.finished_at:
        return []
    came_in = decks_in(event)
    found = [(entry, came_in.get(entry.pk)) for entry in present(event)]
    return [(entry, deck is not None) for entry, deck in found if may_change(event, deck or BroughtDeck())]


def ready_decks(event: Event) -> list[DeckList]:
    """Return the decks that the catalogue has ready for the variant, and that may be played in ``event``."""
    rules, played = event.rules, event.played
    found = ready.ready_decks(rules, event.variant)
    return [deck for deck in found if not rules.deck_faults(played, ready.listed(rules, deck.cards))]
