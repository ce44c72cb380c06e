"""A table of HAGMI! as a position writes it, and laid as a position says.

What no game could come to is refused: a card where its type cannot lie, more damage than a card can bear.
"""

from collections.abc import Sequence
from typing import Any

from gameplay.engine.core.position_fields import Cards, Ink, Sheet
from gameplay.games.hagmi.strength import armour
from gameplay.games.hagmi.table import HagmiTable
from gameplay.games.hagmi.terms import AILMENTS, COMMON

FIRST_TURN = 1
STEPS: tuple[str, ...] = ("standby", "draw", "main", "battle", "main2", "end")
DECKS = {"weapons": "weapon", "operations": "operation", "damage": "damage"}
PILES = ("hand", "discard", "secrets", "weapons", "operations", "damage")
ENDS = ("", "time")


def lay(table: HagmiTable, sheet: Sheet, seats: Sequence[Sheet], cards: Cards) -> None:
    """Lay on an empty table what ``sheet`` and, for each player, ``seats`` describe. Raises UnreadableError."""
    laying = _Laying(table, cards)
    for name in _common(table):
        laying.pile(sheet, COMMON, name, getattr(table, name)[0])
    laying.pile(sheet, COMMON, "box", table.box)
    for seat, before in enumerate(seats):
        laying.seat(seat, before)
    for card, damage in table.hurt.items():
        if 0 < armour(table, card) <= damage:
            raise sheet.fail(f"{cards[card].name} would be destroyed by its damage (HAG-7.1.5)", "seats")
    table.fought = sheet.take("fought", bool, bool(table.attacked))
    table.quiet = sheet.number("quiet", 0, most=table.variant.quiet_rounds * table.seats - 1)
    table.drawn, table.hit = sheet.take("drawn", bool, False), sheet.take("hit", bool, False)
    table.end_called = sheet.one_of("last_turn", ENDS, "")


def _common(table: HagmiTable) -> tuple[str, ...]:
    """The piles that lie between the players."""
    variant = table.variant
    return (*(("weapons", "operations") if variant.common else ()), *(("discard",) if variant.one_discard else ()))


def laid(table: HagmiTable, ink: Ink) -> dict[str, Any]:
    """Return the table as `lay` reads it."""
    common = _common(table)
    written: dict[str, Any] = {name: _written(table, COMMON, getattr(table, name)[0], ink) for name in common}
    written["box"] = _written(table, COMMON, table.box, ink)
    seats = [_seat(table, seat, ink) for seat in range(table.seats)]
    optional = {
        "quiet": table.quiet,
        "drawn": table.drawn,
        "hit": table.hit,
        "last_turn": table.end_called,
    }
    written |= optional
    if table.fought != bool(table.attacked):
        written["fought"] = table.fought
    return {name: value for name, value in written.items() if value or name == "fought"} | {"seats": seats}


def _written(table: HagmiTable, owner: int, pile: Sequence[int], ink: Ink) -> list[Any]:
    """The cards of a pile; one that belongs to somebody else than the pile says so."""
    return [ink.card(card, {} if table.owners[card] == owner else {"owner": table.owners[card]}) for card in pile]


def _seat(table: HagmiTable, seat: int, ink: Ink) -> dict[str, Any]:
    written: dict[str, Any] = {"units": [_unit(table, seat, unit, ink) for unit in table.units[seat]]}
    written["facilities"] = [_marked(table, seat, card, ink) for card in table.facilities[seat]]
    piles = [name for name in PILES if name not in _common(table)]
    written |= {name: _written(table, _owner(table, seat, name), getattr(table, name)[seat], ink) for name in piles}
    written["defeated"] = table.defeated[seat]
    lies: dict[str, Any] = {name: cards for name, cards in written.items() if cards}
    return lies | ({} if table.began[seat] else {"began": False})


def _owner(table: HagmiTable, seat: int, pile: str = "") -> int:
    """Whose a card of this pile, or of the battlefield, is unless it says otherwise."""
    return COMMON if table.variant.common and pile not in ("damage", "secrets") else seat


def _unit(table: HagmiTable, seat: int, unit: int, ink: Ink) -> dict[str, Any]:
    written = _marked(table, seat, unit, ink)
    fuel = _written(table, _owner(table, seat), table.fuel[unit], ink)
    used = sorted(number for card, number in table.used if card == unit)
    attacked = {"attacked": True} if unit in table.attacked else {}
    return written | attacked | ({"fuel": fuel} if fuel else {}) | ({"used": used} if used else {})


def _marked(table: HagmiTable, seat: int, card: int, ink: Ink) -> dict[str, Any]:
    """A card of the battlefield with its damage, its boosts and what has befallen it."""
    boost = table.boosts.get(card, (0, 0))
    marks = {"damage": table.hurt.get(card, 0), "firepower": boost[0], "armour": boost[1]}
    owner = {} if table.owners[card] == _owner(table, seat) else {"owner": table.owners[card]}
    written = {"card": ink.add(card)} | owner | {name: value for name, value in marks.items() if value}
    return written | dict.fromkeys(table.ailments.get(card, ()), True)


class _Laying:
    """Puts the cards of a position on a table one by one; each must be able to lie there."""

    def __init__(self, table: HagmiTable, cards: Cards) -> None:
        self.table, self.cards = table, cards

    def seat(self, seat: int, sheet: Sheet) -> None:
        table = self.table
        for entry in sheet.each("units"):
            self.unit(seat, entry.sheet())
        for entry in sheet.each("facilities"):
            facility = entry.sheet()
            card = self.card(facility, _owner(table, seat))
            if not self.cards[card].stays:
                raise facility.fail(f"{self.cards[card].name} is no facility (HAG-4.4.4)")
            table.facilities[seat].append(card)
            self.marks(facility, card)
            facility.done()
        for name in PILES:
            if name not in _common(table):
                self.pile(sheet, _owner(table, seat, name), name, getattr(table, name)[seat])
        table.defeated[seat] = sheet.take("defeated", bool, False)
        table.began[seat] = sheet.take("began", bool, True)
        sheet.done()

    def card(self, sheet: Sheet, owner: int) -> int:
        """Read a card; it may belong to somebody else than usual."""
        return self.cards.add(sheet, sheet.number("owner", owner, least=COMMON, most=self.table.seats - 1))

    def pile(self, sheet: Sheet, owner: int, name: str, pile: list[int]) -> None:
        """Read the cards of a pile, each of which must have the back that belongs there."""
        for entry in sheet.each(name):
            below = entry.sheet()
            card = self.card(below, owner)
            below.done()
            back = self.cards[card].back
            if DECKS.get(name, back) != back or (name == "secrets" and back != "secret"):
                raise below.fail(f"{self.cards[card].name} is a {back} card (HAG-1.1 to 1.5)")
            pile.append(card)

    def unit(self, seat: int, sheet: Sheet) -> None:
        table = self.table
        unit = self.card(sheet, _owner(table, seat))
        if self.cards[unit].type != "weapon":
            raise sheet.fail(f"{self.cards[unit].name} is no weapon (HAG-1.7)")
        table.units[seat].append(unit)
        self.marks(sheet, unit)
        if sheet.take("attacked", bool, False):
            table.attacked.append(unit)
        for used in sheet.each("used"):
            table.used.add((unit, sheet.of_type(used.value, int, used.place)))
        table.fuel[unit] = []
        self.pile(sheet, _owner(table, seat), "fuel", table.fuel[unit])
        sheet.done()

    def marks(self, sheet: Sheet, card: int) -> None:
        if damage := sheet.number("damage", 0):
            self.table.hurt[card] = damage
        boost = (sheet.number("firepower", 0, least=-999, most=999), sheet.number("armour", 0, least=-999, most=999))
        if any(boost):
            self.table.boosts[card] = boost
        ailments = tuple(name for name in sorted(AILMENTS) if sheet.take(name, bool, False))
        if ailments:
            self.table.ailments[card] = ailments
