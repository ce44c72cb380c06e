"""Zones of the cards of a reported game, and equivalence of hidden cards that cannot be distinguished."""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any

from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.notation import Notation
from gameplay.engine.core.asks import Ask
from gameplay.engine.core.zones import Table, Visibility, Zone


def cards_in_zones(table: Table, seat: int, zones: Collection[str]) -> list[int]:
    """Return the cards in these zones of ``seat``, or in shared ones."""
    if not zones:
        return []
    cards = {zone.name: zone.cards for zone in table.zones() if zone.seat in (seat, None) and zone.name in zones}
    return [card for name in zones for card in cards[name]]


LOW_PILE_SIZE = 6  # a pile of this size or less may be exhausted in a turn


def piles_by_seat(table: Table, zones: Sequence[str]) -> dict[int | None, list[Any]]:
    """Return the cards of these zones by seat (None for shared ones), in order; the lists are the table's own."""
    piles: dict[int | None, list[Any]] = {}
    for zone in table.zones():
        if zone.name in zones:
            piles.setdefault(zone.seat, []).append(zone.cards)
    return piles


def interchangeable_pile_seats(table: Table, faces: Faces, notation: Notation, ask: Ask) -> list[int | None]:
    """Return the seat whose piles an ask is about if they will be interchangeable for a long time, else nothing."""
    if ask.about[0] not in notation.asks.interchangeable_piles or not faces.untracked:
        return []
    piles = piles_by_seat(table, notation.asks.interchangeable_piles[ask.about[0]])
    seat = ask.seat if ask.seat in piles else None
    remaining = min(map(len, piles[seat])) - faces.displaced.get(seat, 0)
    return [seat] if remaining > LOW_PILE_SIZE else []


def hidden_cards(table: Table) -> set[int]:
    """Return the cards in zones that not every seat sees."""
    return {card for zone in table.zones() if zone.visibility is not Visibility.ALL for card in zone.cards}


def untracked_cards(table: Table, notation: Notation) -> list[int]:
    """Return the cards in untracked zones."""
    return [card for place in table.zones() if is_untracked(place, notation) for card in place.cards]


def is_untracked(zone: Zone, notation: Notation) -> bool:
    """Return whether the contents of ``zone`` are not tracked: it is hidden and not inferred, or never reported."""
    hidden = zone.visibility is not Visibility.ALL and zone.name not in notation.zones.inferred
    return hidden or zone.name in notation.zones.untracked


def state_key(table: Table, faces: Faces, notation: Notation) -> tuple[Any, ...]:
    """Return a key of everything that may matter about a table with untracked faces; copies are interchangeable."""
    marks = table.card_marks(dict.fromkeys(faces.handles, ""))
    public = repr((table.public_state(faces.handles), notation.setup.turn_counters(table)))
    found: list[Any] = [table.turn, table.active, table.conceded_seats, public, frozenset(faces.displaced.items())]
    for place in table.zones():
        if is_untracked(place, notation):
            found.append(len(place.cards))
        else:
            found.append(
                tuple(sorted((str(faces.assumed_face(card).name), repr(marks.get(card))) for card in place.cards))
            )
    return tuple(found)


class CardKeys(dict[int, tuple[Any, ...]]):
    """A key of the zone of each card and everything known about it; equal hidden cards are indistinguishable.

    With untracked faces the owner of a hidden card does not matter.
    """

    def __init__(self, table: Table, faces: Faces) -> None:
        super().__init__()
        self.table, self.faces = table, faces

    @cached_property
    def zones(self) -> dict[int, Zone]:
        """The zone of each card; often no key is needed."""
        return {card: zone for zone in self.table.zones() for card in zone.cards}

    def __missing__(self, card: int) -> tuple[Any, ...]:
        faces, zone = self.faces, self.zones.get(card)
        name, observed = zone.name if zone else "", faces.observed.get(card)
        if faces.untracked and zone and zone.visibility is not Visibility.ALL:
            self[card] = name, observed
        else:
            groups = (card in group for group in faces.shuffled_groups.values())
            self[card] = (name, faces.pools[card], self.table.owners[card], observed, *groups)
        return self[card]


def possible_cards(table: Table, faces: Faces, cards: Iterable[int], definition: Any) -> list[int]:
    """Return the unknown ones of ``cards`` that may be ``definition``, one for each key."""
    unknown = [card for card in cards if not faces.is_known(card)]
    if not unknown:
        return []
    keys, kinds = CardKeys(table, faces), dict[Any, int]()
    for card in unknown:
        kinds.setdefault(keys[card], card)
    return [card for card in kinds.values() if faces.copy().observe(card, definition)]


def identical_cards(table: Table, faces: Faces, cards: Iterable[int]) -> dict[int, list[int]]:
    """Return, for each card, the cards beside it with the same assumed face, where only one of both is known."""
    named = set(cards)
    if not named:
        return {}
    beside = {card: zone.cards for zone in table.zones() for card in named.intersection(zone.cards)}
    copies = {card: [each for each in beside.get(card, ()) if _may_be_identical(faces, card, each)] for card in named}
    if not any(copies.values()):
        return copies
    marks = table.card_marks(faces.handles)  # cards under another card are not beside it
    return {card: [each for each in some if marks.get(each) == marks.get(card)] for card, some in copies.items()}


def _may_be_identical(faces: Faces, card: int, other: int) -> bool:
    return faces.assumed_face(other) is faces.assumed_face(card) and faces.is_known(other) != faces.is_known(card)
