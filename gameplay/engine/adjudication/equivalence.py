"""Where cards of a reported game lie, and which of the unseen ones nobody can tell apart."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.notation import Notation
from gameplay.engine.core.asks import Ask
from gameplay.engine.core.zones import Place, Sight, Table


def lying(table: Table, seat: int, zones: Collection[str]) -> list[int]:
    """The cards in these zones of ``seat``, or of everybody."""
    if not zones:
        return []
    found = {place.name: place.cards for place in table.places() if place.seat in (seat, None) and place.name in zones}
    return [card for zone in zones for card in found[zone]]


LOW = 6  # a pile that has no more cards may run out in a turn


def piles(table: Table, zones: Sequence[str]) -> dict[int | None, list[Any]]:
    """The cards of these zones, by seat (None: everybody's), in their order: the table's own lists."""
    found: dict[int | None, list[Any]] = {}
    for place in table.places():
        if place.name in zones:
            found.setdefault(place.seat, []).append(place.cards)
    return found


def even(table: Table, faces: Faces, notation: Notation, ask: Ask) -> list[int | None]:
    """Whose piles an ask is about, if it makes no difference for a long time yet from which of them a card comes."""
    if ask.about[0] not in notation.even or not faces.loose:
        return []
    found = piles(table, notation.even[ask.about[0]])
    seat = ask.seat if ask.seat in found else None
    left = min(map(len, found[seat])) - faces.astray.get(seat, 0)
    return [seat] if left > LOW else []


def hidden(table: Table, card: int) -> bool:
    """Whether not everybody sees ``card``."""
    return any(place.sight is not Sight.ALL and card in place.cards for place in table.places())


def unwatched(table: Table, notation: Notation) -> list[int]:
    """The cards that not everybody sees, nor knows by what is written later, and those that nobody writes down."""
    return [card for place in table.places() if unseen(place, notation) for card in place.cards]


def unseen(place: Place, notation: Notation) -> bool:
    """Whether nobody keeps count of what lies there."""
    hidden = place.sight is not Sight.ALL and place.name not in notation.kept
    return hidden or place.name in notation.unwatched


def form(table: Table, faces: Faces, notation: Notation) -> tuple[Any, ...]:
    """All that may matter of a table where nobody keeps count of what is not watched: which copy is which does not."""
    marks = table.marks(dict.fromkeys(faces.handles, ""))
    public = repr((table.public(faces.handles), notation.pace(table)))
    found: list[Any] = [table.turn, table.active, table.left, public, frozenset(faces.astray.items())]
    for place in table.places():
        if unseen(place, notation):
            found.append(len(place.cards))
        else:
            found.append(tuple(sorted((str(faces.guess(card).name), repr(marks.get(card))) for card in place.cards)))
    return tuple(found)


def kind(table: Table, faces: Faces, card: int) -> tuple[Any, ...]:
    """Where a card lies and all that is known of it: unseen cards of one kind cannot be told apart.

    Where nobody keeps count of them whose they are says nothing, either, unless they lie open.
    """
    zone = next((place.name for place in table.places() if card in place.cards), "")
    if faces.loose and hidden(table, card):
        return zone, faces.seen.get(card)
    return (
        zone,
        faces.pools[card],
        table.owners[card],
        faces.seen.get(card),
        *(card in group for group in faces.held.values()),
    )


def possible(table: Table, faces: Faces, cards: Iterable[int], definition: Any) -> list[int]:
    """Those of ``cards`` that are unseen and may be ``definition``, one of each kind."""
    kinds: dict[Any, int] = {}
    for card in cards:
        if not faces.known(card):
            kinds.setdefault(kind(table, faces, card), card)
    return [card for card in kinds.values() if faces.copy().see(card, definition)]


def copies(table: Table, faces: Faces, cards: Iterable[int]) -> dict[int, list[int]]:
    """Return, by card, those beside it that have its face for all that is guessed; one is seen, the other is not."""
    lying = {card: place.cards for place in table.places() for card in place.cards}
    found = {card: [other for other in lying.get(card, ()) if _may_be(faces, card, other)] for card in cards}
    if not any(found.values()):
        return found
    worn = table.marks(faces.handles)  # what lies under another card is not beside it
    return {card: [other for other in some if worn.get(other) == worn.get(card)] for card, some in found.items()}


def _may_be(faces: Faces, card: int, other: int) -> bool:
    return faces.guess(other) is faces.guess(card) and faces.known(other) != faces.known(card)
