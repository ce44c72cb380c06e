"""How likely a seat is to win, judged by what lies on the table.

The weights are house values, fitted to 2,500 drafted games between greedy bots.
"""

from math import exp

from gameplay.games.enemy.strength import strength_of_pc
from gameplay.games.enemy.table import EnemyTable, opponent_of


def win_probability(table: EnemyTable, seat: int) -> float:
    """Return the chance of ``seat``, from 0 to 1; most exact at the start of a turn."""
    return 1 / (1 + exp(log_odds(table, opponent_of(table, seat)) - log_odds(table, seat)))


def log_odds(table: EnemyTable, seat: int) -> float:
    """What the seat has reached, in log-odds: points, the more the fewer cards are left, then its best PC."""
    cards, party = table.cards, table.party[seat]
    near = sum(cards[card].vp for card in table.score[seat]) / table.variant.target
    left = sum(map(len, (*table.deck, *table.top))) / len(cards)
    strengths = sorted(strength_of_pc(table, pc) for pc in party)
    best, rest = (strengths[-1], sum(strengths[:-1])) if party else (0, 0)
    value: float = (
        (10.3 - 9.4 * left) * near
        + 0.21 * best
        + 0.06 * rest
        - 0.09 * sum(pc in table.wounded for pc in party)
        + 0.08 * len(table.hidden[seat])
        + 0.28 * len(table.portal[seat])
        + 0.22 * (seat == table.active)
    )
    return value
