"""Corrections by a judge: moving cards and setting marks. The result is validated like a position."""

from gameplay.engine.core.correction import NoSuchMarkError, NoSuchZoneError
from gameplay.games.hagmi.discards import remove_from_battlefield
from gameplay.games.hagmi.table import HagmiTable, controller
from gameplay.games.hagmi.terms import AILMENTS, COMMON_OWNER

PILES = ("hand", "discard", "secrets", "weapons", "operations", "damage")
ZONES: tuple[str, ...] = (*PILES, "units", "facilities", "fuel")
MARKS: tuple[str, ...] = (*AILMENTS, "attacked")


def move_card(table: HagmiTable, card: int, zone: str, bearer: int | None) -> None:
    """Move ``card`` to a zone of its owner; a common card stays with the player who has it.

    The fuel of a card that moves is discarded (HAG-7.1.8). Raise NoSuchZoneError if ``bearer`` is missing for fuel,
    is given for another zone, or is not a unit.
    """
    if (bearer is None) == (zone == "fuel") or bearer == card or (bearer is not None and bearer not in table.fuel):
        raise NoSuchZoneError(zone=zone, zones=list(ZONES))
    seat = _holder(table, card)
    for pile in (getattr(table, name)[each] for name in PILES for each in range(table.seats)):
        if card in pile:
            pile.remove(card)
    for fuel in table.fuel.values():
        if card in fuel:
            fuel.remove(card)
    table.discard[seat] += remove_from_battlefield(table, card)
    if bearer is not None:
        table.fuel[bearer].append(card)
        return
    getattr(table, zone)[seat].append(card)
    if zone == "units":
        table.fuel[card] = []


def _holder(table: HagmiTable, card: int) -> int:
    """Return the seat whose zones the card moves to."""
    if table.owners[card] != COMMON_OWNER:
        return table.owners[card]
    for seat in range(table.seats):
        cards = [*table.hand[seat], *table.units[seat], *table.facilities[seat]]
        if card in cards or any(card in table.fuel[unit] for unit in table.units[seat]):
            return seat
    return table.active


def set_mark(table: HagmiTable, card: int, mark: str, *, on: bool) -> None:
    """Set or clear an ailment or the "attacked" mark of a card. Raise NoSuchMarkError if it is not in play."""
    if controller(table, card) is None:
        raise NoSuchMarkError(mark=mark, marks=list(MARKS))
    if mark == "attacked":
        if on and card not in table.attacked_units:
            table.attacked_units.append(card)
        elif not on and card in table.attacked_units:
            table.attacked_units.remove(card)
        return
    ailments = set(table.ailments.pop(card, ()))
    ailments = ailments | {mark} if on else ailments - {mark}
    if ailments:
        table.ailments[card] = tuple(sorted(ailments))
