"""How likely a seat is to win, judged by what lies on the table. The weights are house values."""

from math import exp

from gameplay.games.rm2k.levels import current_bandwidth, lasting_bandwidth
from gameplay.games.rm2k.table import Rm2kTable


def win_probability(table: Rm2kTable, seat: int) -> float:
    """Return the chance of ``seat``, from 0 to 1; who is out has none."""
    if seat not in table.alive:
        return 0.0
    mine = exp(log_odds(table, seat))
    return mine / sum(exp(log_odds(table, other)) for other in table.alive)


def log_odds(table: Rm2kTable, seat: int) -> float:
    """What the seat has reached, in log-odds: points, Users with bandwidth of their own, cards in hand and Syncing."""
    users = table.users[seat]
    wide = sum(current_bandwidth(table, user) for user in users)
    saved = sum(lasting_bandwidth(table, user) > 0 for user in users)
    return (
        0.35 * table.vp[seat]
        + 0.25 * saved
        + 0.12 * wide
        - 0.05 * sum(table.lag.get(user, 0) for user in users)
        + 0.08 * len(table.hand[seat])
        + 0.10 * sum(len(table.cards_under.get(user, ())) for user in users)
        + 0.20 * len(table.limbo[seat])
    )
