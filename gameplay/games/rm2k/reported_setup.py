"""The beginning of a game as a log tells it (RM-2.*): nobody writes who chose in secret, only what was turned up."""

from gameplay.engine.core.asks import COMMIT, ENOUGH, Ask, GameEnded, Outcome, RuleGenerator
from gameplay.games.rm2k.setup import (
    assign_lag_and_check_end,
    cheapest_seats,
    choosable_users,
    picked_cost,
    turn_user_face_up,
)
from gameplay.games.rm2k.table import Rm2kTable, draw_card


def reported_setup(table: Rm2kTable) -> RuleGenerator:
    """Turn up the starting Users, each at once, and draw; the log says who of the cheapest goes first.

    Clashes are not told: of a Main User that was set aside nothing stays behind (RM-2.7).
    """
    for seat in range(table.seats):
        yield from reveal_reported_users(table, seat)
    for seat in range(table.seats):
        for _ in range(table.variant.opening_hand):
            draw_card(table, seat)
    lowest = cheapest_seats(table)
    if table.active not in lowest:
        table.active = lowest[0]
    yield from assign_lag_and_check_end(table)


def reveal_reported_users(table: Rm2kTable, seat: int) -> RuleGenerator:
    """The Main User, other than anybody's so far, and those that begin beside it, within V (RM-2.2, 2.6, 2.9)."""
    cards, picked = table.cards, table.picked[seat]
    taken = {cards[main].name for main in table.main_users if main >= 0}
    options = [("main", user) for user in choosable_users(table, seat) if cards[user].name not in taken]
    if not options:
        raise GameEnded(Outcome((), "set_value", table.scores()))
    chosen = yield Ask(seat, COMMIT, options, ("main", table.variant.set_value))
    table.main_users[seat] = chosen[1]
    while chosen != ENOUGH:
        picked.append(chosen[1])
        turn_user_face_up(table, seat, chosen[1])
        left = table.variant.set_value - picked_cost(table, seat)
        more = [ENOUGH, *(("starter", user) for user in choosable_users(table, seat))]
        chosen = yield Ask(seat, COMMIT, more, ("starters", left))
