"""Paying costs in one go: cards from the hand, and fuel (HAG-4.2.1, 5.1.4)."""

from gameplay.engine.core.asks import Ask, Option
from gameplay.games.hagmi.discards import AS_THEY_LIE
from gameplay.games.hagmi.greedy import value_losing
from gameplay.games.hagmi.table import HagmiTable

PLAYED_FROM_HAND = frozenset({"produce", "play", "emergency"})
PAID_WITH_FUEL = frozenset({"attack", "counter", "guard", "guard_player"})


def price(table: HagmiTable, ask: Ask, option: Option) -> int:
    """Return how many cards are chosen to pay for ``option``; none if the player has no more than it costs.

    The order in which several burnt cards are discarded is one more choice.
    """
    code, hand = option[0], len(table.hand[ask.seat])
    if code in ("pay", "burn"):
        left: int = ask.about[2]
        return left - 1
    if code in PLAYED_FROM_HAND:
        cost = table.cards[option[1]].cost
        return cost if cost < hand - 1 else 0
    if code in PAID_WITH_FUEL:
        return _fuel_price(table, option[1], table.cards[option[1]].consumption)
    if code == "use":
        skill = table.cards[option[1]].skills[option[2]]
        return _fuel_price(table, option[1], skill.fuel) + (skill.hand if skill.hand < hand else 0)
    return 0


def _fuel_price(table: HagmiTable, unit: int, fuel: int) -> int:
    return fuel if fuel < len(table.fuel[unit]) else int(fuel > 1)


def next_payment(table: HagmiTable, ask: Ask, chosen: Option) -> Option | None:
    """Return the card of least value to pay or to burn; the burnt cards are discarded in the order shown.

    Return None for a question about something else.
    """
    if ask.about[0] in ("pay", "burn"):
        return max(ask.options, key=lambda option: value_losing(table, ask.seat, ask.about, option))
    return AS_THEY_LIE if AS_THEY_LIE in ask.options else None
