"""Reading and writing a HAGMI! table as a position.

Impossible positions are rejected: a card in a zone that its type cannot be in, or damage that would destroy a card.
"""

from collections.abc import Sequence
from typing import Any

from gameplay.engine.core.errors import _
from gameplay.engine.core.position_fields import CardRegistry, CardWriter, FieldReader
from gameplay.games.hagmi.strength import current_armour
from gameplay.games.hagmi.table import HagmiTable
from gameplay.games.hagmi.terms import AILMENTS, COMMON_OWNER

FIRST_TURN = 1
STEPS: tuple[str, ...] = ("standby", "draw", "main", "battle", "main2", "end")
BACK_OF_DECK = {"weapons": "weapon", "operations": "operation", "damage": "damage", "secrets": "secret"}
PILES = ("hand", "discard", "secrets", "weapons", "operations", "damage")
OPEN_PILES = ("discard", "box")
END_CODES = ("", "time")


def load(table: HagmiTable, reader: FieldReader, seats: Sequence[FieldReader], cards: CardRegistry) -> None:
    """Fill an empty table from ``reader`` and, for each player, ``seats``. Raise UnreadableError."""
    loader = _PositionLoader(table, cards)
    for name in _common_piles(table):
        loader.load_pile(reader, COMMON_OWNER, name, getattr(table, name)[0])
    loader.load_pile(reader, COMMON_OWNER, "box", table.box)
    for seat, seat_reader in enumerate(seats):
        loader.load_seat(seat, seat_reader)
    for card, damage in table.damage_taken.items():
        if 0 < current_armour(table, card) <= damage:
            reason = _("{card} would be destroyed by its damage (HAG-7.1.5)")
            raise reader.error(reason, "seats", card=cards[card].name)
    table.attack_declared = reader.take("fought", bool, bool(table.attacked_units))
    table.quiet_turns = reader.take_number("quiet", 0, maximum=table.variant.quiet_rounds * table.seats - 1)
    table.main_deck_drawn, table.player_hit = reader.take("drawn", bool, False), reader.take("hit", bool, False)
    table.end_reason = reader.take_one_of("last_turn", END_CODES, "")


def _common_piles(table: HagmiTable) -> tuple[str, ...]:
    """Return the names of the piles that all players share."""
    variant = table.variant
    return (*(("weapons", "operations") if variant.common else ()), *(("discard",) if variant.has_one_discard else ()))


def dump(table: HagmiTable, writer: CardWriter) -> dict[str, Any]:
    """Return the table as read by `load`."""
    common = _common_piles(table)
    written: dict[str, Any] = {
        name: _dump_pile(table, COMMON_OWNER, getattr(table, name)[0], writer) for name in common
    }
    written["box"] = _dump_pile(table, COMMON_OWNER, table.box, writer)
    seats = [_dump_seat(table, seat, writer) for seat in range(table.seats)]
    optional = {
        "quiet": table.quiet_turns,
        "drawn": table.main_deck_drawn,
        "hit": table.player_hit,
        "last_turn": table.end_reason,
    }
    written |= optional
    if table.attack_declared != bool(table.attacked_units):
        written["fought"] = table.attack_declared
    return {name: value for name, value in written.items() if value or name == "fought"} | {"seats": seats}


def _dump_pile(table: HagmiTable, owner: int, pile: Sequence[int], writer: CardWriter) -> list[Any]:
    """Return the cards of a pile. A card with another owner than ``owner`` has the field "owner"."""
    return [
        writer.write_card(card, {} if table.owners[card] == owner else {"owner": table.owners[card]}) for card in pile
    ]


def _dump_seat(table: HagmiTable, seat: int, writer: CardWriter) -> dict[str, Any]:
    written: dict[str, Any] = {"units": [_dump_unit(table, seat, unit, writer) for unit in table.units[seat]]}
    written["facilities"] = [_dump_card(table, seat, card, writer) for card in table.facilities[seat]]
    piles = [name for name in PILES if name not in _common_piles(table)]
    written |= {
        name: _dump_pile(table, _usual_owner(table, seat, name), getattr(table, name)[seat], writer) for name in piles
    }
    written["defeated"] = table.defeated[seat]
    filled: dict[str, Any] = {name: cards for name, cards in written.items() if cards}
    return filled | ({} if table.had_first_turn[seat] else {"began": False})


def _usual_owner(table: HagmiTable, seat: int, pile: str = "") -> int:
    """Return the default owner of cards in this pile or on the battlefield."""
    return COMMON_OWNER if table.variant.common and pile not in ("damage", "secrets") else seat


def _dump_unit(table: HagmiTable, seat: int, unit: int, writer: CardWriter) -> dict[str, Any]:
    written = _dump_card(table, seat, unit, writer)
    fuel = _dump_pile(table, _usual_owner(table, seat), table.fuel[unit], writer)
    used = sorted(number for card, number in table.used_skills if card == unit)
    attacked = {"attacked": True} if unit in table.attacked_units else {}
    return written | attacked | ({"fuel": fuel} if fuel else {}) | ({"used": used} if used else {})


def _dump_card(table: HagmiTable, seat: int, card: int, writer: CardWriter) -> dict[str, Any]:
    """Return a card on the battlefield with its damage, boosts and ailments."""
    boost = table.boosts.get(card, (0, 0))
    marks = {"damage": table.damage_taken.get(card, 0), "firepower": boost[0], "armour": boost[1]}
    owner = {} if table.owners[card] == _usual_owner(table, seat) else {"owner": table.owners[card]}
    written = {"card": writer.write_ref(card)} | owner | {name: value for name, value in marks.items() if value}
    return written | dict.fromkeys(table.ailments.get(card, ()), True)


class _PositionLoader:
    """Puts the cards of a position on a table and validates their zones."""

    def __init__(self, table: HagmiTable, cards: CardRegistry) -> None:
        self.table, self.cards = table, cards

    def load_seat(self, seat: int, reader: FieldReader) -> None:
        table = self.table
        for entry in reader.take_items("units"):
            self.load_unit(seat, entry.reader())
        for entry in reader.take_items("facilities"):
            facility = entry.reader()
            card = self.read_card(facility, _usual_owner(table, seat))
            if not self.cards[card].stays:
                raise facility.error(_("{card} is not a facility (HAG-4.4.4)"), card=self.cards[card].name)
            table.facilities[seat].append(card)
            self.load_marks(facility, card)
            facility.reject_unread()
        for name in PILES:
            if name not in _common_piles(table):
                self.load_pile(reader, _usual_owner(table, seat, name), name, getattr(table, name)[seat])
        table.defeated[seat] = reader.take("defeated", bool, False)
        table.had_first_turn[seat] = reader.take("began", bool, True)
        reader.reject_unread()

    def read_card(self, reader: FieldReader, owner: int) -> int:
        """Read a card that all players see. The field "owner" overrides ``owner``."""
        return self.cards.add(reader, self.read_owner(reader, owner))

    def read_owner(self, reader: FieldReader, owner: int) -> int:
        return reader.take_number("owner", owner, minimum=COMMON_OWNER, maximum=self.table.seats - 1)

    def load_pile(self, reader: FieldReader, owner: int, name: str, pile: list[int]) -> None:
        """Read the cards of a pile. Each must have the back that belongs there."""
        for entry in reader.take_items(name):
            card_reader = entry.reader()
            if name in OPEN_PILES:
                card = self.read_card(card_reader, owner)
            else:
                owner_seat = self.read_owner(card_reader, owner)
                card = self.cards.add_face_down(card_reader, owner_seat, back=BACK_OF_DECK.get(name, ""))
            card_reader.reject_unread()
            back = self.cards[card].back
            if BACK_OF_DECK.get(name, back) != back:
                reason = _("{card} is a {back} card (HAG-1.1 to 1.5)")
                raise card_reader.error(reason, card=self.cards[card].name, back=back)
            pile.append(card)

    def load_unit(self, seat: int, reader: FieldReader) -> None:
        table = self.table
        unit = self.read_card(reader, _usual_owner(table, seat))
        if self.cards[unit].type != "weapon":
            raise reader.error(_("{card} is not a weapon (HAG-1.7)"), card=self.cards[unit].name)
        table.units[seat].append(unit)
        self.load_marks(reader, unit)
        if reader.take("attacked", bool, False):
            table.attacked_units.append(unit)
        for used in reader.take_items("used"):
            table.used_skills.add((unit, reader.check_type(used.value, int, used.place)))
        table.fuel[unit] = []
        self.load_pile(reader, _usual_owner(table, seat), "fuel", table.fuel[unit])
        reader.reject_unread()

    def load_marks(self, reader: FieldReader, card: int) -> None:
        if damage := reader.take_number("damage", 0):
            self.table.damage_taken[card] = damage
        boost = (
            reader.take_number("firepower", 0, minimum=-999, maximum=999),
            reader.take_number("armour", 0, minimum=-999, maximum=999),
        )
        if any(boost):
            self.table.boosts[card] = boost
        ailments = tuple(name for name in sorted(AILMENTS) if reader.take(name, bool, False))
        if ailments:
            self.table.ailments[card] = ailments
