"""A deck as it is listed on paper, to be laid beside the cards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from cards.selectors import DisplayedCard, get_displayed_card
from drafting.models import Deck, Seat
from drafting.rules.decks import deck_checksum
from gameplay.models import LogEntry


@dataclass(frozen=True, slots=True)
class DeckListLine:
    """A card of a list: its ``copies``, and the cards ``counted`` once it is ticked."""

    card: DisplayedCard
    copies: int
    running_count: int

    @property
    def boxes(self) -> range:
        """One to tick for each copy."""
        return range(self.copies)


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """A player's list of ``cards``; it has a ``checksum`` once it is handed in.

    ``number`` is the seat at ``pod``, by its label; without one that of the player. ``size`` is how many cards it must
    have, 0 where it may have more; ``completed`` says that the clock has completed it.
    """

    number: int
    name: str
    cards: Sequence[str]
    lines: Sequence[DeckListLine]
    checksum: str
    pod: str = ""
    size: int = 0
    completed: bool = False


def submitted_checksums(seats: Iterable[Seat]) -> dict[UUID, str]:
    """Return the checksum of the list that each of ``seats`` has handed in last, by player; none for who never did.

    As the log of their pods has it, whatever has become of the deck since. One query, and that for ``seats``, which come
    with their pods.
    """
    players = {(seat.pod.stream, seat.number + 1): seat.player_id for seat in seats}
    streams = {stream for stream, _seat in players}
    came_in = LogEntry.objects.filter(stream__in=streams, action__in=("deck_submitted", "deck_by_clock"))
    digits: dict[UUID, str] = {}
    for stream, said in came_in.order_by("number").values_list("stream", "after"):
        if said and (player := players.get((stream, said["seat"]))):
            digits[player] = said["checksum"]
    return digits


def deck_sheet(seat: Seat, deck: Deck, name: str, language: str) -> DeckSheet:
    """Return the list of ``seat``, whose player is called ``name``. No query."""
    return DeckSheet(
        seat.number + 1,
        name,
        deck.cards,
        list(deck_list_lines(seat.pod.game, deck.cards, language)),
        deck_checksum(deck.cards) if deck.submitted_at else "",
        pod=seat.pod.label,
        size=seat.pod.draft_format.deck_size,
        completed=deck.completed_by_clock,
    )


def deck_list_lines(game: str, deck: Sequence[str], language: str) -> Iterator[DeckListLine]:
    """Yield the cards of ``deck``, a ref a copy, by number."""
    counted = 0
    for ref, copies in sorted(Counter(deck).items()):
        counted += copies
        yield DeckListLine(get_displayed_card(game, ref, language), copies, counted)
