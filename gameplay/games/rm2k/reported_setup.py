"""The setup of a reported game: a log contains only the revealed starting Users, not the secret choices (RM-2.*)."""

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
    """Reveal the starting Users one by one and draw; the log says which of the cheapest seats goes first.

    Clashes are not reported: a Main User that was set aside returns to the deck (RM-2.7).
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
    """Ask for a Main User that no other seat has, then other starting Users within V (RM-2.2, 2.6, 2.9)."""
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
