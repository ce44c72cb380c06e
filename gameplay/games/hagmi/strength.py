"""What a card on the battlefield is worth in a fight, with all that bears upon it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gameplay.games.hagmi.terms import CompiledBonus

if TYPE_CHECKING:
    from gameplay.games.hagmi.table import HagmiTable

BonusSource = tuple[int, int, CompiledBonus]
"""Whose a card is, the card, and a bonus that it has or gives."""


def has_active_skills(table: "HagmiTable", card: int) -> bool:
    """Whether the skills of ``card`` work: not those of weapons in the simple game (HAG-11.1), nor of a jammed card."""
    if table.variant.skills_ignored and table.cards[card].type == "weapon":
        return False
    return "jammed" not in table.ailments.get(card, ())


def can_act(table: "HagmiTable", unit: int) -> bool:
    """Whether a unit can pay its consumption and is not down (HAG-5.1.5, 6.2.1, 6.3.1)."""
    return len(table.fuel[unit]) >= table.cards[unit].consumption and "down" not in table.ailments.get(unit, ())


def stat_changes(table: "HagmiTable") -> Iterator[tuple[int, dict[str, int]]]:
    """What is added to the printed firepower of units and the armour of cards, for those with any; below 0 what is taken away."""
    powers, thicks = _firepower_bonuses(table), _armour_bonuses(table)
    for seat in range(table.seats):
        for card in table.battlefield(seat):
            power = _stat_change(table, card, 0, powers) if card in table.fuel else 0
            thick = _stat_change(table, card, 1, thicks) if table.cards[card].armour else 0
            if power or thick:
                yield card, {name: by for name, by in (("firepower", power), ("armour", thick)) if by}


def current_firepower(table: "HagmiTable", unit: int) -> int:
    """The damage that ``unit`` deals with a strike now, never less than 0 (HAG-7.1.2)."""
    return max(table.cards[unit].firepower + _stat_change(table, unit, 0, _firepower_bonuses(table)), 0)


def current_armour(table: "HagmiTable", card: int) -> int:
    """How much damage in one turn destroys ``card``, at least 1; 0 for a card that no damage destroys (HAG-OP-9)."""
    thick = table.cards[card].armour
    return max(thick + _stat_change(table, card, 1, _armour_bonuses(table)), 1) if thick else 0


def _firepower_bonuses(table: "HagmiTable") -> list[BonusSource]:
    """The bonuses in firepower of the cards on the battlefield whose skills work."""
    cards = table.cards
    return [
        (seat, source, bonus)
        for seat in range(table.seats)
        for source in table.battlefield(seat)
        if cards[source].firepower_bonuses and has_active_skills(table, source)
        for bonus in cards[source].firepower_bonuses
    ]


def _armour_bonuses(table: "HagmiTable") -> list[BonusSource]:
    """The same in armour."""
    cards = table.cards
    return [
        (seat, source, bonus)
        for seat in range(table.seats)
        for source in table.battlefield(seat)
        if cards[source].armour_bonuses and has_active_skills(table, source)
        for bonus in cards[source].armour_bonuses
    ]


def _stat_change(table: "HagmiTable", card: int, figure: int, sources: list[BonusSource]) -> int:
    """What is added to a figure of ``card``, 0 firepower and 1 armour: until the turn ends, and by these bonuses."""
    added = table.boosts[card][figure] if card in table.boosts else 0
    for seat, source, bonus in sources:
        added += bonus(table, seat, source, card)
    return added
