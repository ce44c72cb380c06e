"""Printable deck lists for deck checks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from cards.selectors import DisplayedCard, get_displayed_card
from drafting.models import Deck, Seat
from drafting.rules.decks import deck_checksum
from gameplay.models import LogEntry

SUBMISSIONS = ("deck_submitted", "deck_by_clock", "deck_changed")
"""The actions of log entries with the checksum of a deck that a player may play."""


@dataclass(frozen=True, slots=True)
class DeckListLine:
    """A line of a deck list: a card, its ``copies``, and the running count of cards."""

    card: DisplayedCard
    copies: int
    running_count: int

    @property
    def boxes(self) -> range:
        """One item for each copy, as each has a box to tick."""
        return range(self.copies)


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """A player's deck list. It has a ``checksum`` once it is submitted.

    ``pod`` is the label of the pod and ``number`` the seat; without a pod it is the number of the player. ``size`` is
    the required number of cards, 0 if it is not fixed. ``completed`` says that the clock has completed the deck.
    ``changed_at`` is when the list was last changed after all decks were in.
    """

    number: int
    name: str
    cards: Sequence[str]
    lines: Sequence[DeckListLine]
    checksum: str
    pod: str = ""
    size: int = 0
    completed: bool = False
    changed_at: datetime | None = None


def submitted_checksums(seats: Iterable[Seat]) -> dict[UUID, str]:
    """Return the checksum of the last submitted deck of each of ``seats``, by player; players without one are left out.

    It comes from the log of the pods, regardless of later changes. One query, and the one for ``seats``, which must be
    selected with their pods.
    """
    players = {(seat.pod.stream, seat.number + 1): seat.player_id for seat in seats}
    streams = {stream for stream, _seat in players}
    submissions = LogEntry.objects.filter(stream__in=streams, action__in=SUBMISSIONS)
    checksums: dict[UUID, str] = {}
    for stream, after in submissions.order_by("number").values_list("stream", "after"):
        if after and (player := players.get((stream, after["seat"]))):
            checksums[player] = after["checksum"]
    return checksums


def deck_sheet(seat: Seat, deck: Deck, name: str, language: str) -> DeckSheet:
    """Return the deck list of ``seat``; ``name`` is the name of its player. No query."""
    return DeckSheet(
        seat.number + 1,
        name,
        deck.cards,
        list(deck_list_lines(seat.pod.game, deck.cards, language)),
        deck_checksum(deck.cards) if deck.submitted_at else "",
        pod=seat.pod.label,
        size=seat.pod.draft_format.deck_size,
        completed=deck.completed_by_clock,
        changed_at=deck.changed_at,
    )


def deck_list_lines(game: str, deck: Sequence[str], language: str) -> Iterator[DeckListLine]:
    """Yield the lines of ``deck``, which has one ref for each copy, sorted by ref."""
    running_count = 0
    for ref, copies in sorted(Counter(deck).items()):
        running_count += copies
        yield DeckListLine(get_displayed_card(game, ref, language), copies, running_count)
