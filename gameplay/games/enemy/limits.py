"""Play limits and legal bearers of items (ENE-7.*, ENE-9.2)."""

from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.terms import Card


def is_unique_in_play(table: EnemyTable, card: Card) -> bool:
    """Return whether a copy of this unique monster is in play, on either side (ENE-7.6).

    Portals and score piles count (ENE-7.7); hidden cards and food do not (ENE-7.8).
    """
    if not card.unique:
        return False
    cards = table.cards
    piles = (*table.portal, *table.score, table.attack)
    return any(cards[other].name == card.name for pile in piles for other in pile)


def pc_of_same_name(table: EnemyTable, seat: int, card: Card) -> int | None:
    """Return the player's PC of the same name, which a new one must replace (ENE-7.2, 8.4)."""
    for pc in table.party[seat]:
        if table.cards[pc].name == card.name:
            return pc
    return None


def replaced_fields(table: EnemyTable, seat: int) -> list[int]:
    """Return the fields that a new one of ``seat`` replaces: the only one, or its own (ENE-11.3, ENE-OP-7)."""
    return [field for field in table.field if table.variant.field == "one" or table.owners[field] == seat]


def may_bear(table: EnemyTable, pc: int, item: int) -> bool:
    """Return whether the PC is a legal bearer of the item (ENE-9.2)."""
    bears = table.cards[item].bearer_test
    return bears is None or bears(table.cards[pc])


def legal_bearers(table: EnemyTable, seat: int, item: int) -> list[int]:
    """Return the PCs of ``seat`` that may bear the item."""
    bears, party = table.cards[item].bearer_test, table.party[seat]
    return party if bears is None else [pc for pc in party if bears(table.cards[pc])]


def item_of_same_subtype(table: EnemyTable, pc: int, item: int) -> int | None:
    """Return the item of the same subtype that the PC already bears (ENE-7.4)."""
    subtype = table.cards[item].subtype
    for borne in table.cards_under.get(pc, ()):
        if table.cards[borne].subtype == subtype:
            return borne
    return None
