"""Win probability of a seat, estimated from the table.

The weights are our own, fitted to 2,500 draft games between greedy bots.
"""

from math import exp

from gameplay.games.enemy.strength import strength_of_pc
from gameplay.games.enemy.table import EnemyTable, opponent_of


def win_probability(table: EnemyTable, seat: int) -> float:
    """Return the win probability of ``seat``, from 0 to 1; it is most accurate at the start of a turn."""
    return 1 / (1 + exp(log_odds(table, opponent_of(table, seat)) - log_odds(table, seat)))


def log_odds(table: EnemyTable, seat: int) -> float:
    """Return the seat's progress in log-odds. VP count more the fewer cards are left; its best PC comes next."""
    cards, party = table.cards, table.party[seat]
    vp_share = sum(cards[card].vp for card in table.score[seat]) / table.variant.target
    cards_left = sum(map(len, (*table.deck, *table.top))) / len(cards)
    strengths = sorted(strength_of_pc(table, pc) for pc in party)
    best, rest = (strengths[-1], sum(strengths[:-1])) if party else (0, 0)
    value: float = (
        (10.3 - 9.4 * cards_left) * vp_share
        + 0.21 * best
        + 0.06 * rest
        - 0.09 * sum(pc in table.wounded for pc in party)
        + 0.08 * len(table.hidden[seat])
        + 0.28 * len(table.portal[seat])
        + 0.22 * (seat == table.active)
    )
    return value
