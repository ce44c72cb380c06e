"""Current firepower and armour of cards, and whether a unit can act."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gameplay.games.hagmi.terms import CompiledBonus

if TYPE_CHECKING:
    from gameplay.games.hagmi.table import HagmiTable

BonusSource = tuple[int, int, CompiledBonus]
"""The controller of a card, the card, and a bonus that it has or gives."""


def has_active_skills(table: "HagmiTable", card: int) -> bool:
    """Return whether the skills of ``card`` work: it is not Jammed, or a weapon in the Simple game (HAG-11.1)."""
    if table.variant.skills_ignored and table.cards[card].type == "weapon":
        return False
    return "jammed" not in table.ailments.get(card, ())


def can_act(table: "HagmiTable", unit: int) -> bool:
    """Return whether a unit can pay its consumption and is not Down (HAG-5.1.5, 6.2.1, 6.3.1)."""
    return len(table.fuel[unit]) >= table.cards[unit].consumption and "down" not in table.ailments.get(unit, ())


def stat_changes(table: "HagmiTable") -> Iterator[tuple[int, dict[str, int]]]:
    """Yield all cards whose firepower or armour differs from the printed value, with the differences."""
    firepower_bonuses, armour_bonuses = _firepower_bonuses(table), _armour_bonuses(table)
    for seat in range(table.seats):
        for card in table.battlefield(seat):
            firepower = _stat_change(table, card, 0, firepower_bonuses) if card in table.fuel else 0
            armour = _stat_change(table, card, 1, armour_bonuses) if table.cards[card].armour else 0
            if firepower or armour:
                yield card, {name: change for name, change in (("firepower", firepower), ("armour", armour)) if change}


def current_firepower(table: "HagmiTable", unit: int) -> int:
    """Return the damage of a strike by ``unit`` now, at least 0 (HAG-7.1.2)."""
    return max(table.cards[unit].firepower + _stat_change(table, unit, 0, _firepower_bonuses(table)), 0)


def current_armour(table: "HagmiTable", card: int) -> int:
    """Return the damage in one turn that destroys ``card``, at least 1; 0 if no damage destroys it (HAG-OP-9)."""
    printed = table.cards[card].armour
    return max(printed + _stat_change(table, card, 1, _armour_bonuses(table)), 1) if printed else 0


def _firepower_bonuses(table: "HagmiTable") -> list[BonusSource]:
    """Return the firepower bonuses of all cards on the battlefield with working skills."""
    cards = table.cards
    return [
        (seat, source, bonus)
        for seat in range(table.seats)
        for source in table.battlefield(seat)
        if cards[source].firepower_bonuses and has_active_skills(table, source)
        for bonus in cards[source].firepower_bonuses
    ]


def _armour_bonuses(table: "HagmiTable") -> list[BonusSource]:
    """Return the armour bonuses of all cards on the battlefield with working skills."""
    cards = table.cards
    return [
        (seat, source, bonus)
        for seat in range(table.seats)
        for source in table.battlefield(seat)
        if cards[source].armour_bonuses and has_active_skills(table, source)
        for bonus in cards[source].armour_bonuses
    ]


def _stat_change(table: "HagmiTable", card: int, stat: int, sources: list[BonusSource]) -> int:
    """Return the change of a stat (0 firepower, 1 armour) of ``card`` by boosts and by the given bonuses."""
    change = table.boosts[card][stat] if card in table.boosts else 0
    for seat, source, bonus in sources:
        change += bonus(table, seat, source, card)
    return change
