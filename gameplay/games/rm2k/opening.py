"""The beginning of a game as a log tells it (RM-2.*): nobody writes who chose in secret, only what was turned up."""

from gameplay.engine.core.asks import COMMIT, ENOUGH, Ask, Outcome, Over, Rules
from gameplay.games.rm2k.setup import begin, cheapest, choosable, cost, turn_up
from gameplay.games.rm2k.table import Rm2kTable, draw


def opening(table: Rm2kTable) -> Rules:
    """Turn up the starting Users, each at once, and draw; the log says who of the cheapest goes first.

    Clashes are not told: of a Main User that was set aside nothing stays behind (RM-2.7).
    """
    for seat in range(table.seats):
        yield from show_users(table, seat)
    for seat in range(table.seats):
        for _ in range(table.variant.opening_hand):
            draw(table, seat)
    lowest = cheapest(table)
    if table.active not in lowest:
        table.active = lowest[0]
    yield from begin(table)


def show_users(table: Rm2kTable, seat: int) -> Rules:
    """The Main User, other than anybody's so far, and those that begin beside it, within V (RM-2.2, 2.6, 2.9)."""
    cards, picked = table.cards, table.picked[seat]
    taken = {cards[main].name for main in table.main if main >= 0}
    options = [("main", user) for user in choosable(table, seat) if cards[user].name not in taken]
    if not options:
        raise Over(Outcome((), "set_value", table.scores()))
    chosen = yield Ask(seat, COMMIT, options, ("main", table.variant.set_value))
    table.main[seat] = chosen[1]
    while chosen != ENOUGH:
        picked.append(chosen[1])
        turn_up(table, seat, chosen[1])
        left = table.variant.set_value - cost(table, seat)
        more = [ENOUGH, *(("starter", user) for user in choosable(table, seat))]
        chosen = yield Ask(seat, COMMIT, more, ("starters", left))
