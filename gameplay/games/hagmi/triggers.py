"""Skills that wait for something (HAG-3.2.1, 3.2.2, 4.5.5, 9.4.1)."""

from gameplay.engine.core.asks import ORDER, Ask, RuleGenerator
from gameplay.engine.text.effects import perform
from gameplay.games.hagmi.strength import has_active_skills
from gameplay.games.hagmi.table import HagmiTable, controller, turn_order


def trigger_texts(table: HagmiTable, seat: int, card: int, event: str) -> RuleGenerator:
    """Carry out what ``card``, controlled by ``seat``, does when ``what`` happens to it, if its skills work."""
    acts = table.cards[card].triggers.get(event, ())
    if acts and has_working_skills(table, card):
        table.events.append(("triggered", card))
        yield from perform(acts, table, seat, card)


def trigger_cards_of(table: HagmiTable, seat: int, event: str) -> RuleGenerator:
    """Carry out the skills of all cards of ``seat`` that wait for ``what``."""
    cards = table.cards
    waiting = [(card, event) for card in table.battlefield(seat) if event in cards[card].triggers]
    if waiting:
        yield from process_skills(table, waiting)


def process_skills(table: HagmiTable, waiting: list[tuple[int, str]]) -> RuleGenerator:
    """Carry out skills that want it at the same timing; the turn player chooses the order of all (HAG-3.2.2).

    Skills of a card that is gone, or whose skills are ignored, do nothing: they are not offered.
    """
    while ready := [(card, what) for card, what in waiting if has_working_skills(table, card)]:
        chosen = yield from choose_next_skill(table, [card for card, _ in ready])
        skill = next(each for each in ready if each[0] == chosen)
        waiting.remove(skill)
        seat = controller(table, chosen)
        assert seat is not None
        yield from trigger_texts(table, seat, *skill)


def has_working_skills(table: HagmiTable, card: int) -> bool:
    """Whether ``card`` is on the battlefield and its skills are not ignored (HAG-11.1)."""
    return controller(table, card) is not None and has_active_skills(table, card)


def choose_next_skill(table: HagmiTable, cards: list[int]) -> RuleGenerator:
    """Have the turn player choose whose skill is processed next; answers the card (HAG-3.2.2)."""
    options = [("process", card) for card in dict.fromkeys(cards)]
    if len(options) == 1:
        return cards[0]
    return (yield Ask(table.active, ORDER, options, ("process_next",)))[1]


def trigger_at(table: HagmiTable, moment: str) -> RuleGenerator:
    """Carry out what waits for this time of the turn, on cards of whoever's turn it is and on others that say so.

    A skill "at the start of your standby step" waits for "standby", one of each player's step for "each_standby".
    """
    cards, each = table.cards, f"each_{moment}"
    waiting: list[tuple[int, str]] = []
    for seat in turn_order(table, table.active):
        names = (moment, each) if seat == table.active else (each,)
        waiting += [(card, name) for card in table.battlefield(seat) for name in names if name in cards[card].triggers]
    if waiting:
        yield from process_skills(table, waiting)
