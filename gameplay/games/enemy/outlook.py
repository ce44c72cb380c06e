"""How likely a seat is to win, judged by what lies on the table.

The weights are house values, fitted to 1,500 drafted games between greedy bots.
"""

from math import exp

from gameplay.games.enemy.strength import strength_of_pc
from gameplay.games.enemy.table import EnemyTable, opponent


def outlook(table: EnemyTable, seat: int) -> float:
    """Return the chance of ``seat``, from 0 to 1; most exact at the start of a turn."""
    return 1 / (1 + exp(standing(table, opponent(table, seat)) - standing(table, seat)))


def standing(table: EnemyTable, seat: int) -> float:
    """What the seat has reached, in log-odds: points most of all, then its best PC."""
    cards = table.cards
    near = sum(cards[card].vp for card in table.score[seat]) / table.variant.target
    party = table.party[seat]
    strengths = sorted(strength_of_pc(table, pc) for pc in party)
    best, rest = (strengths[-1], sum(strengths[:-1])) if party else (0, 0)
    patience = sum(cards[card].tolerance for pc in party for card in (pc, *table.under.get(pc, ())))
    wounds = sum(pc in table.wounded for pc in party)
    value: float = (
        (2.5 + 3.5 * near) * near
        + 0.2 * best
        + 0.06 * rest
        + 0.1 * patience
        - 0.17 * wounds
        + 0.1 * len(table.hidden[seat])
        + 0.2 * len(table.portal[seat])
        + 0.13 * (seat == table.active)
    )
    return value
