"""Play limits and who may bear what (ENE-7.*, ENE-9.2)."""

from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.terms import Card


def is_unique_in_play(table: EnemyTable, card: Card) -> bool:
    """Whether a copy of this unique monster is in play, on either side (ENE-7.6).

    ENE-7.7: portals and score piles count. ENE-7.8: hidden copies and food do not.
    """
    if not card.unique:
        return False
    cards = table.cards
    piles = (*table.portal, *table.score, table.attack)
    return any(cards[other].name == card.name for pile in piles for other in pile)


def pc_of_same_name(table: EnemyTable, seat: int, card: Card) -> int | None:
    """The player's PC of the same name, which a new one must replace (ENE-7.2, 8.4)."""
    for pc in table.party[seat]:
        if table.cards[pc].name == card.name:
            return pc
    return None


def replaced_fields(table: EnemyTable, seat: int) -> list[int]:
    """The fields that make room for a new one of ``seat``: the one there, or only its own (ENE-11.3, ENE-OP-7)."""
    return [field for field in table.field if table.variant.field == "one" or table.owners[field] == seat]


def may_bear(table: EnemyTable, pc: int, item: int) -> bool:
    """Whether the PC is a legal bearer of the item (ENE-9.2)."""
    bears = table.cards[item].bearer_test
    return bears is None or bears(table.cards[pc])


def legal_bearers(table: EnemyTable, seat: int, item: int) -> list[int]:
    """The PCs of ``seat`` that may bear the item."""
    bears, party = table.cards[item].bearer_test, table.party[seat]
    return party if bears is None else [pc for pc in party if bears(table.cards[pc])]


def item_of_same_subtype(table: EnemyTable, pc: int, item: int) -> int | None:
    """The item of the same subtype that the PC bears already (ENE-7.4)."""
    subtype = table.cards[item].subtype
    for borne in table.cards_under.get(pc, ()):
        if table.cards[borne].subtype == subtype:
            return borne
    return None
