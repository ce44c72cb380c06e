"""Game setup: secret choice of starting Users, clashes, starting lag (RM-2.*)."""

from collections import Counter
from collections.abc import Sequence

from gameplay.engine.core.asks import ASSIGN, COMMIT, ENOUGH, Ask, GameEnded, Option, Outcome, RuleGenerator
from gameplay.engine.core.chance import Chance
from gameplay.games.rm2k.game_end import TurnEndsError, check_game_end
from gameplay.games.rm2k.table import Rm2kTable, add_lag, draw_card, seats_from
from gameplay.games.rm2k.terms import Card
from gameplay.games.rm2k.variants import Variant


def deal(variant: Variant, decks: Sequence[Sequence[Card]], chance: Chance) -> Rm2kTable:
    """Return a table with the decks. They have no order, and owners can look through them until all have chosen."""
    return Rm2kTable(variant, decks, chance)


def start(table: Rm2kTable) -> RuleGenerator:
    """Have players choose Users until all Main Users differ, reveal them, draw, and determine the first player.

    See RM-2.2 to 2.14.
    """
    table.is_choosing = True
    choosing = list(range(table.seats))
    while choosing:
        for seat in choosing:
            yield from choose_users(table, seat)
        choosing = set_aside_clashing_users(table)
    reveal_users(table)
    table.is_choosing = False
    for seat in range(table.seats):
        for _ in range(table.variant.opening_hand):
            draw_card(table, seat)
    first = cheapest_seats(table)
    table.active = first[0] if len(first) == 1 else first[table.chance.number(len(first))]  # RM-2.14
    yield from assign_lag_and_check_end(table)


def assign_lag_and_check_end(table: Rm2kTable) -> RuleGenerator:
    """Assign the starting lag; a player without lasting bandwidth is out before the first turn (RM-4.2.5)."""
    yield from assign_starting_lag(table)
    try:
        check_game_end(table)
    except TurnEndsError:
        table.active = seats_from(table, table.active)[0]


def choose_users(table: Rm2kTable, seat: int) -> RuleGenerator:
    """Have ``seat`` choose a Main User and other starting Users in secret, within V (RM-2.2 to 2.4).

    No card moves and nothing is shown until all have chosen. Raise GameEnded if no User can be chosen: the players
    must agree on another V (RM-OP-2).
    """
    picked = table.picked[seat]
    picked.clear()
    options = choosable_users(table, seat)
    if not options:
        raise GameEnded(Outcome((), "set_value", table.scores()))
    chosen = yield Ask(seat, COMMIT, [("main", user) for user in options], ("main", table.variant.set_value))
    picked.append(chosen[1])
    while True:  # ask even if no User fits: otherwise the other players would learn that
        left, options = table.variant.set_value - picked_cost(table, seat), choosable_users(table, seat)
        chosen = yield Ask(seat, COMMIT, [ENOUGH, *(("starter", user) for user in options)], ("starters", left))
        if chosen == ENOUGH:
            break
        picked.append(chosen[1])
    table.events.append(("committed", seat))


def choosable_users(table: Rm2kTable, seat: int) -> list[int]:
    """Return the Users in the deck that fit within V, besides those already picked; one of each (RM-2.2, 2.9)."""
    cards, picked = table.cards, table.picked[seat]
    left = table.variant.set_value - picked_cost(table, seat)
    choosable = {
        cards[card]: card
        for card in reversed(table.deck[seat])
        if cards[card].type == "user" and cards[card].cost <= left and card not in picked
    }
    return sorted(choosable.values())


def picked_cost(table: Rm2kTable, seat: int) -> int:
    """Return the total cost of the Users picked by ``seat``."""
    return sum(table.cards[user].cost for user in table.picked[seat])


def set_aside_clashing_users(table: Rm2kTable) -> list[int]:
    """Set aside Main Users that several players chose; return the seats that must choose again (RM-2.6, 2.8).

    The other starting Users of these seats are not shown, because they may not fit with another Main User (RM-OP-2).
    """
    mains = [table.cards[picked[0]].name for picked in table.picked]
    counts = Counter(mains)
    clashed = [seat for seat, name in enumerate(mains) if counts[name] > 1]
    for seat in clashed:
        main = table.picked[seat][0]
        table.deck[seat].remove(main)
        table.aside[seat].append(main)
        table.picked[seat].clear()
        table.events.append(("clashed", seat, main))
    return clashed


def reveal_users(table: Rm2kTable) -> None:
    """Reveal the starting Users, which enter play; cards set aside return to the deck (RM-2.7, 2.10, 2.16)."""
    for seat in range(table.seats):
        table.main_users[seat] = table.picked[seat][0]
        for user in table.picked[seat]:
            turn_user_face_up(table, seat, user)
        table.deck[seat] += table.aside[seat]
        table.aside[seat].clear()


def turn_user_face_up(table: Rm2kTable, seat: int, user: int) -> None:
    """Reveal a starting User, which enters play immediately (RM-2.10, 2.16)."""
    table.deck[seat].remove(user)
    table.users[seat].append(user)
    table.events.append(("main_user" if user == table.main_users[seat] else "starts", seat, user))


def cheapest_seats(table: Rm2kTable) -> list[int]:
    """Return the seats with the cheapest starting Users. One of them goes first (RM-2.11, 9.5)."""
    costs = [picked_cost(table, seat) for seat in range(table.seats)]
    return [seat for seat, total in enumerate(costs) if total == min(costs)]


def assign_starting_lag(table: Rm2kTable) -> RuleGenerator:
    """Have the other seats take the difference to the lowest cost as lag (RM-2.12, 2.13, 9.5)."""
    costs = [picked_cost(table, seat) for seat in range(table.seats)]
    for picked in table.picked:
        picked.clear()
    table.events.append(("goes_first", table.active))
    for seat, total in enumerate(costs):
        for left in range(total - min(costs), 0, -1):
            options: list[Option] = [("lag", user) for user in table.users[seat]]
            chosen = yield Ask(seat, ASSIGN, options, ("starting_lag", left))
            add_lag(table, chosen[1], 1)  # RM-2.13: lag can exceed the bandwidth
            table.events.append(("lagged", chosen[1], 1))
