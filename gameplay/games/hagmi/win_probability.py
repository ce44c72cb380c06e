"""Estimated win probability of a seat. The weights are our own."""

from math import exp

from gameplay.games.hagmi.table import HagmiTable


def win_probability(table: HagmiTable, seat: int) -> float:
    """Return the win probability of ``seat``, from 0 to 1; most accurate at the start of a turn."""
    ours = sum(log_odds(table, mate) for mate in range(table.seats) if table.are_allied(seat, mate))
    others = [log_odds(table, other) for other in range(table.seats) if not table.are_allied(seat, other)]
    theirs = sum(others) if table.variant.teams else max(others)
    return 1 / (1 + exp(theirs - ours))


def log_odds(table: HagmiTable, seat: int) -> float:
    """Return the strength of a seat in log-odds: damage cards left, units with fuel, cards in hand."""
    if table.defeated[seat]:
        return -6.0
    cards, value = table.cards, 0.35 * len(table.damage[seat]) + 0.08 * len(table.hand[seat])
    for unit in table.units[seat]:
        definition, fuel = cards[unit], len(table.fuel[unit])
        ready = min(fuel / max(definition.consumption, 1), 2.0)
        value += 0.05 * definition.armour + (0.06 + 0.09 * ready) * definition.firepower
    return value + 0.15 * len(table.facilities[seat]) + 0.15 * (seat == table.active)
