"""The deck lists of a finished event, which everyone can read if the organizer has chosen so."""

from collections.abc import Sequence
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

    ``standing`` is that of the player, or of the team; None for a disqualified player.
    """

    entry: Entry
    standing: Standing | None
    cards: Sequence[str]

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
    """Return the decks of ``event``, the best player first; call it only if they are public.

    Makes two queries, and those of the standings.
    """
    standings, cards = event_state(event).standings, _cards_by_account(event)
    entries = event.entries.select_related("account", "team").filter(account__in=cards)
    found = [PublicDeck(each, standings.get(each.rules_id), cards[each.account_id]) for each in entries]
    last = len(standings) + 1
    return sorted(found, key=lambda deck: (deck.rank or last, deck.entry.board, deck.entry.number))


def _cards_by_account(event: Event) -> dict[UUID, list[str]]:
    if event.drafted:
        drafted = Deck.objects.filter(seat__pod__event_pod__event=event, submitted_at__isnull=False)
        return dict(drafted.values_list("seat__player", "cards"))
    submitted = ConstructedDeck.objects.filter(entry__event=event, submitted_at__isnull=False)
    return dict(submitted.values_list("entry__account", "cards"))
