"""How a judge puts cards elsewhere and sets marks; whether they can lie so is checked as for a position."""

from gameplay.engine.core.correction import NoSuchMarkError, NoSuchZoneError
from gameplay.games.hagmi.discards import remove_from_battlefield
from gameplay.games.hagmi.table import HagmiTable, controller
from gameplay.games.hagmi.terms import AILMENTS, COMMON_OWNER

PILES = ("hand", "discard", "secrets", "weapons", "operations", "damage")
ZONES: tuple[str, ...] = (*PILES, "units", "facilities", "fuel")
MARKS: tuple[str, ...] = (*AILMENTS, "attacked")


def move_card(table: HagmiTable, card: int, zone: str, bearer: int | None) -> None:
    """Put ``card`` into that zone of its owner; a common card stays with whoever has it.

    Fuel of a card that goes elsewhere is discarded (HAG-7.1.8). Raises NoSuchZoneError for fuel without a unit to lie under.
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
    """The seat to whose zones a card goes."""
    if table.owners[card] != COMMON_OWNER:
        return table.owners[card]
    for seat in range(table.seats):
        lies = [*table.hand[seat], *table.units[seat], *table.facilities[seat]]
        if card in lies or any(card in table.fuel[unit] for unit in table.units[seat]):
            return seat
    return table.active


def set_mark(table: HagmiTable, card: int, mark: str, *, on: bool) -> None:
    """Let something befall a card of the battlefield, or let it have attacked; or not. Raises NoSuchMarkError."""
    if controller(table, card) is None:
        raise NoSuchMarkError(mark=mark, marks=list(MARKS))
    if mark == "attacked":
        if on and card not in table.attacked_units:
            table.attacked_units.append(card)
        elif not on and card in table.attacked_units:
            table.attacked_units.remove(card)
        return
    has = set(table.ailments.pop(card, ()))
    has = has | {mark} if on else has - {mark}
    if has:
        table.ailments[card] = tuple(sorted(has))
