"""Which of several copies is meant that lie open: "Bob's Bard #2" is the second Bard of Bob's, as they lie."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from gameplay.engine.core.zones import Table

FaceLookup = Callable[[int], Any]
_COPY = re.compile(r"(?P<title>.+?) #(?P<number>[1-9]\d?)")


class CopyReference(tuple[Any, ...]):  # noqa: SLOT001 - a tuple can have none
    """The definitions of what is named, and which copy: ``whose`` is a seat, ``number`` from 1; None if any."""

    owner_seat: int | None
    number: int | None

    @classmethod
    def create(cls, definitions: Iterable[Any], owner_seat: int | None, number: int | None) -> "CopyReference":
        """Return these definitions as what is meant."""
        meant = cls(definitions)
        meant.owner_seat, meant.number = owner_seat, number
        return meant


def parse_reference(value: str, lookup: Callable[[str], tuple[Any, ...]], players: Sequence[str]) -> tuple[Any, ...]:
    """What is meant by the name of a card, with whose it is before it and its number behind it."""
    if found := lookup(value):
        return found
    whose: int | None = None
    number: int | None = None
    for seat, name in enumerate(players):
        if value.casefold().startswith(f"{name.casefold()}'s "):
            whose, value = seat, value[len(name) + 3 :]
            break
    if copy := _COPY.fullmatch(value):
        value, number = copy["title"], int(copy["number"])
    return CopyReference.create(lookup(value), whose, number)


def locate_copy(
    table: Table, zones: Collection[str], face: FaceLookup, card: int
) -> tuple[int | None, int, int] | None:
    """Whose ``card`` is, the how manieth of its name it is there, from 1, and of how many; None if it lies elsewhere."""
    for place in table.zones():
        if place.name in zones and card in place.cards:
            same = [each for each in place.cards if face(each) is face(card)]
            return place.seat, same.index(card) + 1, len(same)
    return None


def matches_reference(
    table: Table, zones: Collection[str], face: FaceLookup, card: int, reference: Sequence[Any]
) -> bool:
    """Whether ``card`` is the copy that is meant, as far as it can be told."""
    if not isinstance(reference, CopyReference) or (reference.owner_seat is None and reference.number is None):
        return True
    there = locate_copy(table, zones, face, card)
    return there is None or (reference.owner_seat in (None, there[0]) and reference.number in (None, there[1]))


def unambiguous_title(
    table: Table, zones: Collection[str], card: int, *, players: Sequence[str], known: int | None = None
) -> str:
    """What to call ``card`` so that it is no other; whose it is goes without saying if that is ``known``."""
    face: FaceLookup = table.cards.__getitem__
    name = str(face(card).name)
    there = locate_copy(table, zones, face, card) if zones else None
    if there is None:
        return name
    seat, number, many = there
    elsewhere = any(
        face(each) is face(card)
        for place in table.zones()
        if place.name in zones and place.seat != seat
        for each in place.cards
    )
    whose = f"{players[seat]}'s " if elsewhere and seat is not None and seat != known else ""
    return f"{whose}{name} #{number}" if many > 1 else f"{whose}{name}"
