"""Where cards of a reported game lie, and which of the unseen ones nobody can tell apart."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.notation import Notation
from gameplay.engine.core.asks import Ask
from gameplay.engine.core.zones import Table, Visibility, Zone


def cards_in_zones(table: Table, seat: int, zones: Collection[str]) -> list[int]:
    """The cards in these zones of ``seat``, or of everybody."""
    if not zones:
        return []
    found = {place.name: place.cards for place in table.zones() if place.seat in (seat, None) and place.name in zones}
    return [card for zone in zones for card in found[zone]]


LOW_PILE_SIZE = 6  # a pile that has no more cards may run out in a turn


def piles_by_seat(table: Table, zones: Sequence[str]) -> dict[int | None, list[Any]]:
    """The cards of these zones, by seat (None: everybody's), in their order: the table's own lists."""
    found: dict[int | None, list[Any]] = {}
    for place in table.zones():
        if place.name in zones:
            found.setdefault(place.seat, []).append(place.cards)
    return found


def interchangeable_pile_seats(table: Table, faces: Faces, notation: Notation, ask: Ask) -> list[int | None]:
    """Whose piles an ask is about, if it makes no difference for a long time yet from which of them a card comes."""
    if ask.about[0] not in notation.interchangeable_piles or not faces.untracked:
        return []
    found = piles_by_seat(table, notation.interchangeable_piles[ask.about[0]])
    seat = ask.seat if ask.seat in found else None
    left = min(map(len, found[seat])) - faces.displaced.get(seat, 0)
    return [seat] if left > LOW_PILE_SIZE else []


def is_hidden(table: Table, card: int) -> bool:
    """Whether not everybody sees ``card``."""
    return any(place.visibility is not Visibility.ALL and card in place.cards for place in table.zones())


def untracked_cards(table: Table, notation: Notation) -> list[int]:
    """The cards that not everybody sees, nor knows by what is written later, and those that nobody writes down."""
    return [card for place in table.zones() if is_untracked(place, notation) for card in place.cards]


def is_untracked(zone: Zone, notation: Notation) -> bool:
    """Whether nobody keeps count of what lies there."""
    hidden = zone.visibility is not Visibility.ALL and zone.name not in notation.inferred_zones
    return hidden or zone.name in notation.untracked_zones


def state_key(table: Table, faces: Faces, notation: Notation) -> tuple[Any, ...]:
    """All that may matter of a table where nobody keeps count of what is not watched: which copy is which does not."""
    marks = table.card_marks(dict.fromkeys(faces.handles, ""))
    public = repr((table.public_state(faces.handles), notation.turn_counters(table)))
    found: list[Any] = [table.turn, table.active, table.conceded_seats, public, frozenset(faces.displaced.items())]
    for place in table.zones():
        if is_untracked(place, notation):
            found.append(len(place.cards))
        else:
            found.append(
                tuple(sorted((str(faces.assumed_face(card).name), repr(marks.get(card))) for card in place.cards))
            )
    return tuple(found)


def card_key(table: Table, faces: Faces, card: int) -> tuple[Any, ...]:
    """Where a card lies and all that is known of it: unseen cards of one kind cannot be told apart.

    Where nobody keeps count of them whose they are says nothing, either, unless they lie open.
    """
    zone = next((place.name for place in table.zones() if card in place.cards), "")
    if faces.untracked and is_hidden(table, card):
        return zone, faces.observed.get(card)
    return (
        zone,
        faces.pools[card],
        table.owners[card],
        faces.observed.get(card),
        *(card in group for group in faces.shuffled_groups.values()),
    )


def possible_cards(table: Table, faces: Faces, cards: Iterable[int], definition: Any) -> list[int]:
    """Those of ``cards`` that are unseen and may be ``definition``, one of each kind."""
    kinds: dict[Any, int] = {}
    for card in cards:
        if not faces.is_known(card):
            kinds.setdefault(card_key(table, faces, card), card)
    return [card for card in kinds.values() if faces.copy().observe(card, definition)]


def identical_cards(table: Table, faces: Faces, cards: Iterable[int]) -> dict[int, list[int]]:
    """Return, by card, those beside it that have its face for all that is guessed; one is seen, the other is not."""
    lying = {card: place.cards for place in table.zones() for card in place.cards}
    found = {card: [other for other in lying.get(card, ()) if _may_be_identical(faces, card, other)] for card in cards}
    if not any(found.values()):
        return found
    worn = table.card_marks(faces.handles)  # what lies under another card is not beside it
    return {card: [other for other in some if worn.get(other) == worn.get(card)] for card, some in found.items()}


def _may_be_identical(faces: Faces, card: int, other: int) -> bool:
    return faces.assumed_face(other) is faces.assumed_face(card) and faces.is_known(other) != faces.is_known(card)
