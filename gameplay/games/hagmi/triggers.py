"""Triggered skills (HAG-3.2.1, 3.2.2, 4.5.5, 9.4.1)."""

from gameplay.engine.core.asks import ORDER, Ask, RuleGenerator
from gameplay.engine.text.effects import perform
from gameplay.games.hagmi.strength import has_active_skills
from gameplay.games.hagmi.table import HagmiTable, controller, turn_order


def trigger_texts(table: HagmiTable, seat: int, card: int, event: str) -> RuleGenerator:
    """Resolve the skills of ``card``, controlled by ``seat``, that trigger on ``event``, if its skills work."""
    acts = table.cards[card].triggers.get(event, ())
    if acts and has_working_skills(table, card):
        table.events.append(("triggered", card))
        yield from perform(acts, table, seat, card)


def trigger_cards_of(table: HagmiTable, seat: int, event: str) -> RuleGenerator:
    """Resolve the skills of all cards of ``seat`` that trigger on ``event``."""
    cards = table.cards
    waiting = [(card, event) for card in table.battlefield(seat) if event in cards[card].triggers]
    if waiting:
        yield from process_skills(table, waiting)


def process_skills(table: HagmiTable, waiting: list[tuple[int, str]]) -> RuleGenerator:
    """Resolve simultaneous triggers, pairs of card and event, in an order chosen by the turn player (HAG-3.2.2).

    Skills of a card that has left the battlefield, or whose skills do not work, are not offered.
    """
    while ready := [(card, event) for card, event in waiting if has_working_skills(table, card)]:
        chosen = yield from choose_next_skill(table, [card for card, _ in ready])
        skill = next(each for each in ready if each[0] == chosen)
        waiting.remove(skill)
        seat = controller(table, chosen)
        assert seat is not None
        yield from trigger_texts(table, seat, *skill)


def has_working_skills(table: HagmiTable, card: int) -> bool:
    """Return whether ``card`` is on the battlefield and its skills work (HAG-11.1)."""
    return controller(table, card) is not None and has_active_skills(table, card)


def choose_next_skill(table: HagmiTable, cards: list[int]) -> RuleGenerator:
    """Have the turn player choose the card whose skill resolves next; return the card (HAG-3.2.2)."""
    options = [("process", card) for card in dict.fromkeys(cards)]
    if len(options) == 1:
        return cards[0]
    return (yield Ask(table.active, ORDER, options, ("process_next",)))[1]


def trigger_at(table: HagmiTable, moment: str) -> RuleGenerator:
    """Resolve skills that trigger at this moment of the turn.

    A skill "at the start of your standby step" triggers on "standby", on cards of the turn player. One "at the start
    of each standby step" triggers on "each_standby", on cards of all players.
    """
    cards, each = table.cards, f"each_{moment}"
    waiting: list[tuple[int, str]] = []
    for seat in turn_order(table, table.active):
        names = (moment, each) if seat == table.active else (each,)
        waiting += [(card, name) for card in table.battlefield(seat) for name in names if name in cards[card].triggers]
    if waiting:
        yield from process_skills(table, waiting)
