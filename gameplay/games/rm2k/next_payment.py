"""Paying for a Syncing card in one go (RM-5.1.5 to 5.1.9)."""

from gameplay.engine.core.asks import Ask, Option
from gameplay.games.rm2k.greedy import value_pay
from gameplay.games.rm2k.table import Rm2kTable


def price(table: Rm2kTable, ask: Ask, option: Option) -> int:
    """Return the sync tokens that the card of ``option`` still needs after it (RM-5.2.1)."""
    if option[0] == "sync":
        return table.cards[option[1]].cost
    return table.cards[option[2]].cost - table.tokens[option[2]] - 1 if option[0] == "pay" else 0


def next_payment(table: Rm2kTable, ask: Ask, chosen: Option) -> Option | None:
    """Return the next lag for the card that ``chosen`` began to sync or to pay for, None if it takes no more.

    The User with the most free bandwidth pays. The payment can be incomplete: the card then waits for a later turn.
    """
    card = chosen[1] if chosen[0] == "sync" else chosen[2]
    options = [option for option in ask.options if option[0] == "pay" and option[2] == card]
    return max(options, key=lambda option: value_pay(table, ask.seat, ask.about, option), default=None)
