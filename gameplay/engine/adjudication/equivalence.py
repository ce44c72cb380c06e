"""Zones of the cards of a reported game, and equivalence of hidden cards that cannot be distinguished."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from gameplay.engine.adjudication.hidden_faces import Faces
from gameplay.engine.adjudication.notation import Notation
from gameplay.engine.core.asks import Ask
from gameplay.engine.core.zones import Table, Visibility, Zone


class ZoneIndex:
    """The zones of a table, listed once for each moment: the rules change the table only between two asks or events.

    It must be refreshed when the rules have gone on.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._zones: list[Zone] | None = None
        self._zone_of: dict[int, Zone] | None = None

    def refresh(self) -> None:
        """List the zones again when they are needed: the table may have changed."""
        self._zones = self._zone_of = None

    @property
    def zones(self) -> list[Zone]:
        """All zones of the table."""
        if self._zones is None:
            self._zones = list(self.table.zones())
        return self._zones

    @property
    def zone_of(self) -> dict[int, Zone]:
        """The zone of each card."""
        if self._zone_of is None:
            self._zone_of = {card: zone for zone in self.zones for card in zone.cards}
        return self._zone_of

    def cards_in(self, seat: int, names: Collection[str]) -> list[int]:
        """Return the cards in the zones of ``seat`` with these ``names``, or in shared ones."""
        if not names:
            return []
        cards = {zone.name: zone.cards for zone in self.zones if zone.name in names and zone.seat in (seat, None)}
        return [card for name in names for card in cards[name]]

    def hidden_cards(self) -> set[int]:
        """Return the cards in zones that not every seat sees."""
        return {card for zone in self.zones if zone.visibility is not Visibility.ALL for card in zone.cards}


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


def untracked_cards(table: Table, notation: Notation) -> list[int]:
    """Return the cards in untracked zones."""
    return [card for place in table.zones() if is_untracked(place, notation) for card in place.cards]


def is_untracked(zone: Zone, notation: Notation) -> bool:
    """Return whether the contents of ``zone`` are not tracked: it is hidden and not inferred, or never reported."""
    hidden = zone.visibility is not Visibility.ALL and zone.name not in notation.zones.inferred
    return hidden or zone.name in notation.zones.untracked


def state_key(table: Table, faces: Faces, notation: Notation, numbered_cards: Collection[Any] = ()) -> tuple[Any, ...]:
    """Return a key of everything that may matter about a table with untracked faces.

    Copies are interchangeable, but not those of ``numbered_cards`` where they are in play.
    """
    public = repr((table.public_state(faces.handles), notation.setup.counters(table)))
    found: list[Any] = [table.turn, table.active, table.conceded_seats, public, frozenset(faces.displaced.items())]
    key = _card_key(table, faces, notation)
    for zone in table.zones():
        if is_untracked(zone, notation):
            found.append(len(zone.cards))
            continue
        found.append(tuple(sorted(map(key, zone.cards))))
        if zone.name in notation.zones.numbered:
            found.append(tuple(key(card) for card in zone.cards if faces.assumed_face(card) in numbered_cards))
    return tuple(found)


def _card_key(table: Table, faces: Faces, notation: Notation) -> Callable[[int], tuple[Any, ...]]:
    """Return a function for the key of a card in play: its name, its marks, and the keys of the cards under it."""
    marks = table.card_marks(faces.handles)
    under: dict[str, list[int]] = {}
    for zone in table.zones():
        for card in () if is_untracked(zone, notation) else zone.cards:
            if bearer := marks.get(card, {}).get("under"):
                under.setdefault(bearer, []).append(card)

    def key(card: int) -> tuple[Any, ...]:
        own = repr({name: value for name, value in marks.get(card, {}).items() if name != "under"})
        return str(faces.assumed_face(card).name), own, tuple(sorted(map(key, under.get(faces.handles[card], ()))))

    return key


class CardKeys(dict[int, tuple[Any, ...]]):
    """A key of the zone of each card and everything known about it; equal hidden cards are indistinguishable.

    With untracked faces the owner of a hidden card does not matter.
    """

    def __init__(self, zones: ZoneIndex, faces: Faces) -> None:
        super().__init__()
        self.zones, self.faces = zones, faces

    def __missing__(self, card: int) -> tuple[Any, ...]:
        faces, zone = self.faces, self.zones.zone_of.get(card)
        name, observed = zone.name if zone else "", faces.observed.get(card)
        if faces.untracked and zone and zone.visibility is not Visibility.ALL:
            self[card] = name, observed
        else:
            groups = (card in group for group in faces.shuffled_groups.values())
            self[card] = (name, faces.pools[card], self.zones.table.owners[card], observed, *groups)
        return self[card]


def possible_cards(zones: ZoneIndex, faces: Faces, cards: Iterable[int], definition: Any) -> list[int]:
    """Return the unknown ones of ``cards`` that may be ``definition``, one for each key."""
    unknown = [card for card in cards if not faces.is_known(card)]
    if not unknown:
        return []
    keys, kinds = CardKeys(zones, faces), dict[Any, int]()
    for card in unknown:
        kinds.setdefault(keys[card], card)
    return [card for card in kinds.values() if faces.copy().observe(card, definition)]


def identical_cards(zones: ZoneIndex, faces: Faces, cards: Iterable[int]) -> dict[int, list[int]]:
    """Return, for each card, the cards beside it with the same assumed face, where only one of both is known.

    Cards without any are left out, and so are face-up cards: if one of them is unknown, its assumed face means nothing.
    """
    named, copies = set(cards), dict[int, list[int]]()
    for zone in zones.zones if named else ():
        is_face_down = zone.visibility is not Visibility.ALL
        here = named.intersection(zone.cards) if is_face_down and len(zone.cards) > 1 else ()
        by_face: dict[int, list[int]] = {}
        for each in zone.cards if here else ():
            by_face.setdefault(id(faces.assumed_face(each)), []).append(each)
        for card in here:
            same = by_face[id(faces.assumed_face(card))]
            if len(same) > 1:
                is_known = faces.is_known(card)
                if others := [each for each in same if faces.is_known(each) != is_known]:
                    copies[card] = others
    if not copies:
        return copies
    marks = zones.table.card_marks(faces.handles)  # cards under another card are not beside it
    return {card: [each for each in some if marks.get(each) == marks.get(card)] for card, some in copies.items()}
