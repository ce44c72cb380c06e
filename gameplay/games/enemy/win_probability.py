"""Win probability of a seat, estimated from the table.

The weights are our own: a logistic regression on 3,200 draft games between regular bots.
"""

from math import exp

from gameplay.games.enemy.strength import strength_of_pc
from gameplay.games.enemy.table import EnemyTable, opponent_of


def win_probability(table: EnemyTable, seat: int) -> float:
    """Return the win probability of ``seat``, from 0 to 1; it is most accurate at the start of a turn."""
    return 1 / (1 + exp(log_odds(table, opponent_of(table, seat)) - log_odds(table, seat)))


def log_odds(table: EnemyTable, seat: int) -> float:
    """Return the seat's progress in log-odds. VP count more the fewer cards are left; its best PC and items come next.

    Of a hidden card, only an action is worth much.
    """
    cards, party = table.cards, table.party[seat]
    vp_share = sum(cards[card].vp for card in table.score[seat]) / table.variant.target
    cards_left = sum(map(len, (*table.deck, *table.top))) / len(cards)
    strengths = sorted(strength_of_pc(table, pc) for pc in party)
    best, rest = (strengths[-1], sum(strengths[:-1])) if party else (0, 0)
    value: float = (
        (8.9 - 7.0 * cards_left) * vp_share
        + 0.14 * best
        + 0.09 * rest
        - 0.20 * len(party)
        + 0.28 * sum(len(table.cards_under.get(pc, ())) for pc in party)
        - 0.13 * sum(pc in table.wounded for pc in party)
        + 0.06 * len(table.hidden[seat])
        + 0.20 * sum(cards[card].type == "action" for card in table.hidden[seat])
        + 0.31 * len(table.portal[seat])
        + 0.31 * (seat == table.active)
    )
    return value
