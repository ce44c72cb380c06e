"""The turn: five phases in order (HAG-3.1, 4.1, 8, 9.4.2)."""

from collections.abc import Callable

from gameplay.engine.core.asks import PASS, PLAY, Ask, Option, Rules
from gameplay.engine.core.zones import distinct
from gameplay.games.hagmi import plays
from gameplay.games.hagmi.attack import battle_phase
from gameplay.games.hagmi.damage import decide
from gameplay.games.hagmi.discards import fall
from gameplay.games.hagmi.end_phase import end_phase
from gameplay.games.hagmi.start_phase import draw_step, skip, standby_step
from gameplay.games.hagmi.strength import live
from gameplay.games.hagmi.table import HagmiTable, in_turn


def turn(table: HagmiTable) -> Rules:
    """One turn of the active player, from the table's step on, then the next player's (HAG-3.1.1, 3.1.2)."""
    seat = table.active
    if table.step == "standby":
        table.events.append(("turn", seat, table.turn))
        if (yield from skip(table, seat)):
            pass_on(table)
            return
        yield from standby_step(table, seat)
        table.step = "draw"
    if table.step == "draw":
        draw_step(table, seat)
        table.step = "main"
    if table.step == "main":
        yield from main_phase(table, seat)
        table.step = "battle"
    if table.step == "battle":
        yield from battle_phase(table, seat)
        table.step = "main2"
    if table.step == "main2":
        if table.fought:  # HAG-8.2, 8.3, 8.5
            yield from main_phase(table, seat)
        table.step = "end"
    yield from end_phase(table, seat)
    pass_on(table)


def pass_on(table: HagmiTable) -> None:
    """The turn goes to the next player, unless the game ends with it (HAG-9.4.2)."""
    table.quiet = 0 if table.drawn or table.hit else table.quiet + 1
    table.drawn = table.hit = False
    if table.end_called:
        decide(table, table.end_called)
    if stands_still(table):
        decide(table, "quiet")
    following = (seat for seat in in_turn(table, (table.active + 1) % table.seats) if seat not in table.left)
    table.active, table.step = next(following), "standby"


def stands_still(table: HagmiTable) -> bool:
    """Whether nothing has brought the game nearer to its end for so long that it is decided as it is (HAG-OP-23)."""
    variant, seats = table.variant, table.seats
    return table.quiet >= variant.quiet_rounds * seats or table.turn >= variant.most_rounds * seats


def at_time(table: HagmiTable) -> None:
    """When time is called the current turn is finished; then more damage cards win."""
    table.end_called = "time"


def main_phase(table: HagmiTable, seat: int) -> Rules:
    """Play cards and use skills in any order and number, or do nothing (HAG-4.1, 8.1, 8.4)."""
    while True:
        chosen = yield Ask(seat, PLAY, [*possible_plays(table, seat), PASS], (table.step,))
        if chosen == PASS:
            return
        yield from PLAYS[chosen[0]](table, seat, *chosen[1:])
        yield from fall(table)


def possible_plays(table: HagmiTable, seat: int) -> list[Option]:
    """Every play whose whole cost can be paid; copies of one card count once (HAG-4.2.1, 4.5.1)."""
    hand, cards = table.hand[seat], table.cards
    spare = len(hand) - 1
    options: list[Option] = [
        ("produce" if cards[card].type == "weapon" else "play", card)
        for card in distinct(table, hand)
        if cards[card].cost <= spare
    ]
    for unit in table.units[seat]:
        if cards[unit].skills and live(table, unit):
            options += usable(table, seat, unit)
    return options


def usable(table: HagmiTable, seat: int, unit: int) -> list[Option]:
    """The skills of a unit that can be paid now, as often as they allow (HAG-4.5.2, 4.5.3)."""
    fuel, hand = len(table.fuel[unit]), len(table.hand[seat])
    return [
        ("use", unit, number)
        for number, skill in enumerate(table.cards[unit].skills)
        if skill.fuel <= fuel and skill.hand <= hand and not (skill.once and (unit, number) in table.used)
    ]


PLAYS: dict[str, Callable[..., Rules]] = {
    "produce": plays.produce,
    "play": plays.operate,
    "use": plays.use,
}
