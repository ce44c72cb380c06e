"""How likely a seat is to win, judged by what lies on the table."""

from math import exp

from gameplay.games.enemy.table import EnemyTable, opponent


def outlook(table: EnemyTable, seat: int) -> float:
    """Return the chance of ``seat``, from 0 to 1."""
    return 1 / (1 + exp(standing(table, opponent(table, seat)) - standing(table, seat)))


def standing(table: EnemyTable, seat: int) -> float:
    """What the seat has reached, in units of the logistic scale."""
    cards = table.cards
    value = 4.0 * sum(cards[card].vp for card in table.score[seat]) / table.variant.target
    for pc in table.party[seat]:
        borne = sum(cards[item].strength for item in table.under.get(pc, ()))
        value += 0.25 + 0.06 * (cards[pc].strength + borne) - 0.2 * (pc in table.wounded)
    value += 0.1 * sum(cards[card].type == "action" for card in table.hidden[seat])
    return value + 0.1 * len(table.portal[seat])
