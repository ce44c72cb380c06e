"""Estimated win probability of a seat.

The weights are fitted to who won 3,000 games of regular bots with decks of the standard variant. In two thirds of the
games, 5 or 15 % of the choices were random. In a fifth of them, to which the weights were not fitted, the log loss at
the start of a turn is 0.637; it is 0.693 for guessing.
"""

from math import exp

from gameplay.games.rm2k.levels import lasting_bandwidth
from gameplay.games.rm2k.table import Rm2kTable


def win_probability(table: Rm2kTable, seat: int) -> float:
    """Return the win probability of ``seat``, from 0 to 1; 0 if it is out."""
    if seat not in table.alive:
        return 0.0
    mine = exp(log_odds(table, seat))
    return mine / sum(exp(log_odds(table, other)) for other in table.alive)


def log_odds(table: Rm2kTable, seat: int) -> float:
    """Return the strength of a seat in log-odds: VP, Users that will stay, a Main User, hand, Attaches and the turn."""
    users = table.users[seat]
    safe_users = sum(lasting_bandwidth(table, user) > 0 for user in users)
    return (
        1.4 * (table.vp[seat] / table.variant.target) ** 2
        + 0.20 * safe_users
        + 0.65 * (table.main_users[seat] >= 0)
        + 0.06 * len(table.hand[seat])
        + 0.15 * sum(len(table.cards_under.get(user, ())) for user in users)
        + 0.13 * (seat == table.active)
    )
