"""References to one of several visible copies: "Bob's Bard #2" is Bob's second Bard, in table order."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from gameplay.engine.core.zones import Table, Zone

FaceLookup = Callable[[int], Any]
_COPY = re.compile(r"(?P<title>.+?) #(?P<number>[1-9]\d?)")


class CopyReference(tuple[Any, ...]):  # noqa: SLOT001 - a tuple can have none
    """The possible definitions of a named card, and which copy is meant.

    ``owner_seat`` is a seat, ``number`` counts from 1; None means any. References to different copies are not equal.
    """

    owner_seat: int | None
    number: int | None

    @classmethod
    def create(cls, definitions: Iterable[Any], owner_seat: int | None, number: int | None) -> "CopyReference":
        """Return a reference to a copy of one of these definitions."""
        reference = cls(definitions)
        reference.owner_seat, reference.number = owner_seat, number
        return reference

    def __eq__(self, other: object) -> bool:
        is_same_copy = isinstance(other, CopyReference) and self._copy == other._copy
        return is_same_copy and super().__eq__(other)

    def __hash__(self) -> int:
        return hash((super().__hash__(), self._copy))

    @property
    def _copy(self) -> tuple[int | None, int | None]:
        return self.owner_seat, self.number


def parse_reference(value: str, lookup: Callable[[str], tuple[Any, ...]], players: Sequence[str]) -> tuple[Any, ...]:
    """Return the cards that a name means; an owner may precede it ("Bob's"), a copy number follow ("#2")."""
    if definitions := lookup(value):
        return definitions
    owner_seat: int | None = None
    number: int | None = None
    for seat, name in enumerate(players):
        if value.casefold().startswith(f"{name.casefold()}'s "):
            owner_seat, value = seat, value[len(name) + 3 :]
            break
    if copy := _COPY.fullmatch(value):
        value, number = copy["title"], int(copy["number"])
    return CopyReference.create(lookup(value), owner_seat, number)


def locate_copy(
    zones: Iterable[Zone], names: Collection[str], face: FaceLookup, card: int
) -> tuple[int | None, int, int] | None:
    """Return the seat of ``card``, its number among its copies there, from 1, and their count.

    None if it is in none of the ``zones`` with these ``names``.
    """
    for zone in zones:
        if zone.name in names and card in zone.cards:
            copies = [each for each in zone.cards if face(each) is face(card)]
            return zone.seat, copies.index(card) + 1, len(copies)
    return None


def matches_reference(
    zones: Iterable[Zone], names: Collection[str], face: FaceLookup, card: int, reference: Sequence[Any]
) -> bool:
    """Return whether ``card`` is the referenced copy, as far as copies can be distinguished in zones with ``names``."""
    if not isinstance(reference, CopyReference) or (reference.owner_seat is None and reference.number is None):
        return True
    location = locate_copy(zones, names, face, card)
    return location is None or (reference.owner_seat in (None, location[0]) and reference.number in (None, location[1]))


def unambiguous_title(
    table: Table, zones: Collection[str], card: int, *, players: Sequence[str], known: int | None = None
) -> str:
    """Return an unambiguous title of ``card``; the owner is left out if it is the ``known`` seat."""
    face: FaceLookup = table.cards.__getitem__
    name = str(face(card).name)
    location = locate_copy(table.zones(), zones, face, card) if zones else None
    if location is None:
        return name
    seat, number, count = location
    elsewhere = any(
        face(each) is face(card)
        for zone in table.zones()
        if zone.name in zones and zone.seat != seat
        for each in zone.cards
    )
    owner = f"{players[seat]}'s " if elsewhere and seat is not None and seat != known else ""
    return f"{owner}{name} #{number}" if count > 1 else f"{owner}{name}"
