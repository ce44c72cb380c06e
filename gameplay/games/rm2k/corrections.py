"""Corrections by a judge: moving cards and setting marks. The result is validated like a position."""

from gameplay.engine.core.correction import NoSuchMarkError, NoSuchZoneError
from gameplay.games.rm2k.table import Rm2kTable, add_lag, attach_to, clear_lag, leave_play

SEAT_ZONES = ("hand", "users", "limbo", "discard", "deck")
ZONES: tuple[str, ...] = (*SEAT_ZONES, "attaches", "syncing")
MARKS: tuple[str, ...] = ("lag", "token", "fought", "used")
TYPE_OF_ZONE = {"users": "user", "limbo": "user", "attaches": "attach"}
"""Zones that can contain only cards of one type."""


def move_card(table: Rm2kTable, card: int, zone: str, bearer: int | None) -> None:
    """Move ``card`` to a zone of its owner: an Attach on any User, a Syncing card on one of the owner's Users.

    Cards on a User that moves are deleted, as if it left play (RM-5.1.11, 7.1.3). Raise NoSuchZoneError if ``bearer``
    is missing or cannot carry the card, or if the zone cannot contain a card of its type.
    """
    owner, needs_bearer = table.owners[card], zone in ("attaches", "syncing")
    hosts = [user for users in (table.users if zone == "attaches" else [table.users[owner]]) for user in users]
    is_occupied = zone == "syncing" and bearer in table.syncing_cards
    wrong_type = TYPE_OF_ZONE.get(zone, table.cards[card].type) != table.cards[card].type
    wrong_bearer = needs_bearer != (bearer is not None) or (needs_bearer and bearer not in hosts) or bearer == card
    if wrong_type or wrong_bearer or is_occupied:
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
    """Add or remove a lag or sync token, or set the "fought" or "used" mark of a User. Raise NoSuchMarkError."""
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
    """Remove ``card`` from its zone."""
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
