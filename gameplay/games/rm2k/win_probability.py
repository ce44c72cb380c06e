"""Estimated win probability of a seat. The weights are our own."""

from math import exp

from gameplay.games.rm2k.levels import current_bandwidth, lasting_bandwidth
from gameplay.games.rm2k.table import Rm2kTable


def win_probability(table: Rm2kTable, seat: int) -> float:
    """Return the win probability of ``seat``, from 0 to 1; 0 if it is out."""
    if seat not in table.alive:
        return 0.0
    mine = exp(log_odds(table, seat))
    return mine / sum(exp(log_odds(table, other)) for other in table.alive)


def log_odds(table: Rm2kTable, seat: int) -> float:
    """Return the strength of a seat in log-odds: VP, Users, bandwidth, lag, hand, Attaches and Limbo."""
    users = table.users[seat]
    bandwidth = sum(current_bandwidth(table, user) for user in users)
    safe_users = sum(lasting_bandwidth(table, user) > 0 for user in users)
    return (
        0.35 * table.vp[seat]
        + 0.25 * safe_users
        + 0.12 * bandwidth
        - 0.05 * sum(table.lag.get(user, 0) for user in users)
        + 0.08 * len(table.hand[seat])
        + 0.10 * sum(len(table.cards_under.get(user, ())) for user in users)
        + 0.20 * len(table.limbo[seat])
    )
