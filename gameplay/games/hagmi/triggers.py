"""Skills that wait for something (HAG-3.2.1, 3.2.2, 4.5.5, 9.4.1)."""

from gameplay.engine.core.asks import ORDER, Ask, Rules
from gameplay.engine.text.effects import perform
from gameplay.games.hagmi.strength import live
from gameplay.games.hagmi.table import HagmiTable, controller, in_turn


def happen(table: HagmiTable, seat: int, card: int, what: str) -> Rules:
    """Carry out what ``card``, controlled by ``seat``, does when ``what`` happens to it, if its skills work."""
    acts = table.cards[card].triggers.get(what, ())
    if acts and works(table, card):
        table.events.append(("triggered", card))
        yield from perform(acts, table, seat, card)


def watch(table: HagmiTable, seat: int, what: str) -> Rules:
    """Carry out the skills of all cards of ``seat`` that wait for ``what``."""
    cards = table.cards
    waiting = [(card, what) for card in table.battlefield(seat) if what in cards[card].triggers]
    if waiting:
        yield from process(table, waiting)


def process(table: HagmiTable, waiting: list[tuple[int, str]]) -> Rules:
    """Carry out skills that want it at the same timing; the turn player chooses the order of all (HAG-3.2.2).

    Skills of a card that is gone, or whose skills are ignored, do nothing: they are not offered.
    """
    while ready := [(card, what) for card, what in waiting if works(table, card)]:
        chosen = yield from next_of(table, [card for card, _ in ready])
        skill = next(each for each in ready if each[0] == chosen)
        waiting.remove(skill)
        seat = controller(table, chosen)
        assert seat is not None
        yield from happen(table, seat, *skill)


def works(table: HagmiTable, card: int) -> bool:
    """Whether ``card`` is on the battlefield and its skills are not ignored (HAG-11.1)."""
    return controller(table, card) is not None and live(table, card)


def next_of(table: HagmiTable, cards: list[int]) -> Rules:
    """Have the turn player choose whose skill is processed next; answers the card (HAG-3.2.2)."""
    options = [("process", card) for card in dict.fromkeys(cards)]
    if len(options) == 1:
        return cards[0]
    return (yield Ask(table.active, ORDER, options, ("process_next",)))[1]


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
