"""Skills that wait for something (HAG-3.2.1, 3.2.2, 4.5.5, 9.4.1)."""

from gameplay.engine.asks import ORDER, Ask, Rules
from gameplay.engine.effects import perform
from gameplay.games.hagmi.strength import live
from gameplay.games.hagmi.table import HagmiTable, controller, in_turn


def happen(table: HagmiTable, seat: int, card: int, what: str) -> Rules:
    """Carry out what ``card``, controlled by ``seat``, does when ``what`` happens to it, if its skills work."""
    acts = table.cards[card].triggers.get(what, ())
    if acts and live(table, card):
        table.events.append(("triggered", card))
        yield from perform(acts, table, seat, card)


def watch(table: HagmiTable, seat: int, what: str, but: int = -1) -> Rules:
    """Carry out the skills of all cards of ``seat``, but one, that wait for ``what``."""
    cards = table.cards
    waiting = [(card, what) for card in table.battlefield(seat) if what in cards[card].triggers and card != but]
    if waiting:
        yield from process(table, waiting)


def process(table: HagmiTable, waiting: list[tuple[int, str]]) -> Rules:
    """Carry out skills that want it at the same timing; the turn player chooses the order of all (HAG-3.2.2).

    A card that is gone when its turn comes does nothing.
    """
    while waiting:
        chosen = waiting[0]
        if len(waiting) > 1:
            options = [("process", card) for card, _ in waiting]
            answer = yield Ask(table.active, ORDER, options, ("process_next",))
            chosen = waiting[options.index(answer)]
        waiting.remove(chosen)
        seat = controller(table, chosen[0])
        if seat is not None:
            yield from happen(table, seat, *chosen)


def timed(table: HagmiTable, what: str) -> Rules:
    """Carry out what waits for this time of the turn, on cards of whoever's turn it is and on others that say so.

    A skill "at the start of your standby step" waits for "standby", one of each player's step for "each_standby".
    """
    cards, each = table.cards, f"each_{what}"
    waiting: list[tuple[int, str]] = []
    for seat in in_turn(table, table.active):
        names = (what, each) if seat == table.active else (each,)
        waiting += [(card, name) for card in table.battlefield(seat) for name in names if name in cards[card].triggers]
    if waiting:
        yield from process(table, waiting)
