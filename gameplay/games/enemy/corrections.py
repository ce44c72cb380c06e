"""Corrections by a judge: moving cards and setting marks. The result is validated like a position."""

from gameplay.engine.core.correction import NoSuchMarkError, NoSuchZoneError
from gameplay.games.enemy.limits import replaced_fields
from gameplay.games.enemy.table import EnemyTable, leave_play

SEAT_ZONES = ("hand", "party", "hidden", "portal", "score", "discard", "grunties", "deck", "top")
ZONES: tuple[str, ...] = (*SEAT_ZONES, "items", "food", "field")
MARKS: tuple[str, ...] = ("wounded", "stored")


def move_card(table: EnemyTable, card: int, zone: str, bearer: int | None) -> None:
    """Put ``card`` into a zone of its owner.

    A card put on "top" is drawn next, a card put into the deck has a random place in it. The card loses its wound, and
    the cards under it are discarded, as when it leaves play (ENE-2.6, 8.12). Raises NoSuchZoneError for items and food
    if ``bearer`` is not a PC or Grunty of the owner.
    """
    owner = table.owners[card]
    under = {"items": table.party, "food": table.grunties}.get(zone)
    if (bearer is None) != (under is None) or (under is not None and bearer not in under[owner]) or bearer == card:
        raise NoSuchZoneError(zone=zone, zones=list(SEAT_ZONES))
    _take_from_zone(table, card)
    if bearer is not None:
        table.cards_under.setdefault(bearer, []).append(card)
    elif zone == "field":
        for old in replaced_fields(table, owner):
            leave_play(table, old)
        table.field.append(card)
    else:
        getattr(table, zone)[owner].append(card)


def set_mark(table: EnemyTable, card: int, mark: str, *, on: bool) -> None:
    """Set or clear a mark: "wounded" on a PC, "stored" (this turn) on a portal monster. Raises NoSuchMarkError."""
    owner = table.owners[card]
    if card not in (table.party if mark == "wounded" else table.portal)[owner]:
        raise NoSuchMarkError(mark=mark, marks=list(MARKS))
    if mark == "wounded":
        (table.wounded.add if on else table.wounded.discard)(card)
    elif on:
        table.turn_stored[card] = table.turn
    else:
        table.turn_stored.pop(card, None)


def _take_from_zone(table: EnemyTable, card: int) -> None:
    """Remove ``card`` from its zone."""
    owner = table.owners[card]
    for zone in (
        *(getattr(table, name)[owner] for name in SEAT_ZONES),
        table.field,
        table.attack,
        *table.cards_under.values(),
    ):
        if card in zone:
            zone.remove(card)
    table.wounded.discard(card)
    table.discard[owner] += table.cards_under.pop(card, ())
