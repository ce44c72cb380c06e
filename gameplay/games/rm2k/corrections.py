"""How a judge puts cards elsewhere and sets marks; whether they can lie so is checked as for a position."""

from gameplay.engine.core.correction import NoSuchMarkError, NoSuchZoneError
from gameplay.games.rm2k.table import Rm2kTable, add_lag, attach_to, clear_lag, leave_play

SEAT_ZONES = ("hand", "users", "limbo", "discard", "deck")
ZONES: tuple[str, ...] = (*SEAT_ZONES, "attaches", "syncing")
MARKS: tuple[str, ...] = ("lag", "token", "fought", "used")
TYPE_OF_ZONE = {"users": "user", "limbo": "user", "attaches": "attach"}
"""Zones in which cards of one type alone can lie."""


def move_card(table: Rm2kTable, card: int, zone: str, bearer: int | None) -> None:
    """Put ``card`` into that zone of its owner; an Attach on any User, a Syncing card on one's own.

    What lies on a User that goes elsewhere is deleted, as when it leaves play (RM-5.1.11, 7.1.3).
    Raises NoSuchZoneError for Attaches and Syncing cards without a User that can carry them, and where no card of its
    type can lie.
    """
    owner, laden = table.owners[card], zone in ("attaches", "syncing")
    hosts = [user for users in (table.users if zone == "attaches" else [table.users[owner]]) for user in users]
    full = zone == "syncing" and bearer in table.syncing_cards
    alien = TYPE_OF_ZONE.get(zone, table.cards[card].type) != table.cards[card].type
    if alien or laden != (bearer is not None) or (laden and bearer not in hosts) or full or bearer == card:
        raise NoSuchZoneError(zone=zone, zones=list(SEAT_ZONES))
    _take_from_zone(table, card)
    if bearer is None:
        getattr(table, zone)[owner].append(card)
    elif zone == "attaches":
        attach_to(table, card, bearer)
    else:
        table.syncing_cards[bearer] = card
        table.tokens[card] = 0


def set_mark(table: Rm2kTable, card: int, mark: str, *, on: bool) -> None:
    """Put a lag on a User or take it off, a token on a Syncing card; let a User count as used up. Raises NoSuchMarkError."""
    if mark == "token":
        if card not in table.tokens or (not on and not table.tokens[card]):
            raise NoSuchMarkError(mark=mark, marks=list(MARKS))
        table.tokens[card] += 1 if on else -1
        return
    if card not in table.users[table.owners[card]] or (mark == "lag" and not on and card not in table.lag):
        raise NoSuchMarkError(mark=mark, marks=list(MARKS))
    if mark == "lag":
        if on:
            add_lag(table, card, 1)
        else:
            clear_lag(table, card, 1)
    else:
        marked = table.fought if mark == "fought" else table.used
        (marked.add if on else marked.discard)(card)


def _take_from_zone(table: Rm2kTable, card: int) -> None:
    """Take ``card`` from wherever it lies."""
    owner = table.owners[card]
    for zone in (table.hand, table.limbo, table.discard, table.deck, table.gone):
        if card in zone[owner]:
            zone[owner].remove(card)
            return
    for user, carried in table.syncing_cards.items():
        if carried == card:
            del table.syncing_cards[user], table.tokens[card]
            return
    leave_play(table, card)
