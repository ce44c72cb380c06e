"""What a card on the battlefield is worth in a fight, with all that bears upon it."""

from gameplay.games.hagmi.table import HagmiTable, battlefield


def live(table: HagmiTable, card: int) -> bool:
    """Whether the skills of ``card`` work: not those of weapons in the simple game (HAG-11.1), nor of a jammed card."""
    if table.variant.skills_ignored and table.cards[card].type == "weapon":
        return False
    return "jammed" not in table.ailments.get(card, ())


def able(table: HagmiTable, unit: int) -> bool:
    """Whether a unit can pay its consumption and is not down (HAG-5.1.5, 6.2.1, 6.3.1)."""
    return len(table.fuel[unit]) >= table.cards[unit].consumption and "down" not in table.ailments.get(unit, ())


def firepower(table: HagmiTable, unit: int) -> int:
    """The damage that ``unit`` deals with a strike now, never less than 0 (HAG-7.1.2)."""
    cards, power = table.cards, table.cards[unit].firepower
    if unit in table.boosts:
        power += table.boosts[unit][0]
    for seat in range(table.seats):
        for source in battlefield(table, seat):
            if cards[source].firepower_bonuses and live(table, source):
                for bonus in cards[source].firepower_bonuses:
                    power += bonus(table, seat, source, unit)
    return max(power, 0)


def armour(table: HagmiTable, card: int) -> int:
    """How much damage in one turn destroys ``card``, at least 1; 0 for a card that no damage destroys (HAG-OP-9)."""
    cards, thick = table.cards, table.cards[card].armour
    if not thick:
        return 0
    if card in table.boosts:
        thick += table.boosts[card][1]
    for seat in range(table.seats):
        for source in battlefield(table, seat):
            if cards[source].armour_bonuses and live(table, source):
                for bonus in cards[source].armour_bonuses:
                    thick += bonus(table, seat, source, card)
    return max(thick, 1)
