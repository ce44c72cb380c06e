"""Where cards of a reported game lie, and which of the unseen ones nobody can tell apart."""

from collections.abc import Iterable, Sequence
from typing import Any

from gameplay.engine.unseen import Faces
from gameplay.engine.zones import Table


def lying(table: Table, seat: int, zones: Iterable[str]) -> list[int]:
    """The cards in these zones of ``seat``."""
    places = {place.name: place.cards for place in table.places() if place.seat == seat}
    return [card for zone in zones for card in places[zone]]


def kind(table: Table, faces: Faces, card: int) -> tuple[Any, ...]:
    """Where a card lies and all that is known of it: unseen cards of one kind cannot be told apart."""
    zone = next((place.name for place in table.places() if card in place.cards), "")
    return (zone, faces.pools[card], faces.seen.get(card), *(card in group for group in faces.held.values()))


def possible(table: Table, faces: Faces, cards: Iterable[int], definition: Any) -> list[int]:
    """Those of ``cards`` that are unseen and may be ``definition``, one of each kind."""
    kinds: dict[Any, int] = {}
    for card in cards:
        if not faces.known(card):
            kinds.setdefault(kind(table, faces, card), card)
    return [card for card in kinds.values() if faces.copy().see(card, definition)]


def copies(table: Table, faces: Faces, card: int) -> list[int]:
    """The cards beside ``card`` that have its face for all that is guessed; one is seen, the other is not."""
    known, face = faces.known(card), faces.guess(card)
    beside: Sequence[int] = next((place.cards for place in table.places() if card in place.cards), ())
    found = [other for other in beside if faces.guess(other) is face and faces.known(other) != known]
    if found:  # what lies under another card is not beside it
        worn = table.marks({each: str(each) for each in range(len(faces))})
        found = [other for other in found if worn.get(other) == worn.get(card)]
    return found
