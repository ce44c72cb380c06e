"""The deck lists of a finished event, which everyone can read if the organizer has chosen so."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from drafting.models import Deck
from drafting.rules.decks import deck_list_text
from gameplay.models import Account
from tournaments.models import ConstructedDeck, Entry, Event
from tournaments.rules.standings import Standing
from tournaments.selectors.event_state import event_state


@dataclass(frozen=True, slots=True)
class PublicDeck:
    """The last submitted deck of a player, one ref for each copy.

    ``standing`` is that of the player, or of the team; None for a disqualified player. ``in_cut`` is whether the player
    drafted it for the top cut, besides the deck of the first draft.
    """

    entry: Entry
    standing: Standing | None
    cards: Sequence[str]
    in_cut: bool = False

    @property
    def row_id(self) -> str:
        """The id of its row in the list."""
        return f"{self.entry.number}-cut" if self.in_cut else str(self.entry.number)

    @property
    def rank(self) -> int | None:
        return self.standing.rank if self.standing else None

    @property
    def record(self) -> str:
        """The record of the player, or of the team; "" without a rank."""
        return str(self.standing.record) if self.standing else ""

    @property
    def is_bot(self) -> bool:
        return self.entry.account.kind == Account.Kind.BOT

    @property
    def text(self) -> str:
        """The list as text that the deck import reads."""
        return deck_list_text(self.cards)


def will_publish_decks(event: Event) -> bool:
    """Return whether the deck lists of ``event`` are public after its end: those of a draft follow its draft log."""
    if event.drafted:
        return event.draft_log == Event.DraftLogVisibility.EVERYBODY
    return event.brings_decks and event.public_decks


def are_decks_public(event: Event) -> bool:
    """Return whether everyone who may see ``event`` can read its deck lists now: never before it is over."""
    return event.finished_at is not None and will_publish_decks(event)


def public_decks(event: Event) -> list[PublicDeck]:
    """Return the decks of ``event``, the best player first, the last deck of a player first.

    Call it only if they are public.

    Makes two queries, and those of the standings.
    """
    standings, decks = event_state(event).standings, list(_submitted(event))
    players = {account for account, _in_cut, _cards in decks}
    entries = {
        each.account_id: each for each in event.entries.select_related("account", "team").filter(account__in=players)
    }
    found = [
        PublicDeck(entry, standings.get(entry.rules_id), cards, in_cut)
        for account, in_cut, cards in decks
        if (entry := entries.get(account))
    ]
    last = len(standings) + 1
    return sorted(found, key=lambda deck: (deck.rank or last, deck.entry.board, deck.entry.number, not deck.in_cut))


def _submitted(event: Event) -> Iterator[tuple[UUID, bool, list[str]]]:
    """Yield the account, whether it is of the top cut's draft, and the cards of each submitted deck. One query."""
    if event.drafted:
        drafted = Deck.objects.filter(seat__pod__event_pod__event=event, submitted_at__isnull=False)
        yield from drafted.values_list("seat__player", "seat__pod__event_pod__for_cut", "cards")
        return
    submitted = ConstructedDeck.objects.filter(entry__event=event, submitted_at__isnull=False)
    for account, cards in submitted.values_list("entry__account", "cards"):
        yield account, False, cards
