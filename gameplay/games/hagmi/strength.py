"""What a card on the battlefield is worth in a fight, with all that bears upon it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gameplay.games.hagmi.table import HagmiTable


def live(table: "HagmiTable", card: int) -> bool:
    """Whether the skills of ``card`` work: not those of weapons in the simple game (HAG-11.1), nor of a jammed card."""
    if table.variant.skills_ignored and table.cards[card].type == "weapon":
        return False
    return "jammed" not in table.ailments.get(card, ())


def able(table: "HagmiTable", unit: int) -> bool:
    """Whether a unit can pay its consumption and is not down (HAG-5.1.5, 6.2.1, 6.3.1)."""
    return len(table.fuel[unit]) >= table.cards[unit].consumption and "down" not in table.ailments.get(unit, ())


def gained(table: "HagmiTable", card: int) -> dict[str, int]:
    """What is added to the printed firepower of a unit, and to the armour of any card; below 0 what is taken away."""
    power = _firepower_gained(table, card) if table.cards[card].type == "weapon" else 0
    return {name: by for name, by in (("firepower", power), ("armour", _armour_gained(table, card))) if by}


def firepower(table: "HagmiTable", unit: int) -> int:
    """The damage that ``unit`` deals with a strike now, never less than 0 (HAG-7.1.2)."""
    return max(table.cards[unit].firepower + _firepower_gained(table, unit), 0)


def _firepower_gained(table: "HagmiTable", unit: int) -> int:
    cards, power = table.cards, 0
    if unit in table.boosts:
        power += table.boosts[unit][0]
    for seat in range(table.seats):
        for source in table.battlefield(seat):
            if cards[source].firepower_bonuses and live(table, source):
                for bonus in cards[source].firepower_bonuses:
                    power += bonus(table, seat, source, unit)
    return power


def armour(table: "HagmiTable", card: int) -> int:
    """How much damage in one turn destroys ``card``, at least 1; 0 for a card that no damage destroys (HAG-OP-9)."""
    thick = table.cards[card].armour
    return max(thick + _armour_gained(table, card), 1) if thick else 0


def _armour_gained(table: "HagmiTable", card: int) -> int:
    cards, thick = table.cards, 0
    if not cards[card].armour:
        return 0
    if card in table.boosts:
        thick += table.boosts[card][1]
    for seat in range(table.seats):
        for source in table.battlefield(seat):
            if cards[source].armour_bonuses and live(table, source):
                for bonus in cards[source].armour_bonuses:
                    thick += bonus(table, seat, source, card)
    return thick
