"""Actions: when they may be flipped, and what happens then (ENE-10.4 to 10.11)."""

from gameplay.engine.core.asks import PASS, RESPOND, Ask, Option, RuleGenerator
from gameplay.engine.text.effects import perform
from gameplay.games.enemy.table import EnemyTable, opponent_of, put_in_discard


def flippable_actions(table: EnemyTable, seat: int, held: list[int], moment: str) -> list[int]:
    """Return the ``held`` cards that may be flipped at this moment (ENE-10.4, 10.5).

    They are actions whose text names the moment and can spot everything it requires (ENE-13.9).
    """
    cards = table.cards
    return [card for card in held if cards[card].moment == moment and meets_requirements(table, seat, card)]


def meets_requirements(table: EnemyTable, seat: int, card: int) -> bool:
    """Return whether all requirements to play ``card`` are met now (ENE-6.6)."""
    # all() takes half as long again, and this runs for every card in a hand.
    for test in table.cards[card].requirements:  # noqa: SIM110
        if not test(table, seat, card):
            return False
    return True


def may_flip_from_hand(table: EnemyTable, seat: int) -> bool:
    """Return whether the fighting PC belongs to the seat and has a speed icon left.

    The icons can be used during the whole fight, before and after destiny is drawn (ENE-10.9). Those of other PCs do
    not count (ENE-10.10).
    """
    fight = table.fight
    if fight is None or not table.variant.speed or fight.pc not in table.party[seat]:
        return False
    return fight.speed < speed_icons(table, fight.pc)


def speed_icons(table: EnemyTable, pc: int) -> int:
    """Return the number of speed icons on a PC and the items it bears."""
    cards = table.cards
    return cards[pc].speed + sum(cards[item].speed for item in table.cards_under.get(pc, ()))


def flip_action(table: EnemyTable, seat: int, action: int) -> RuleGenerator:
    """Flip an action: resolve its effect, then discard it (ENE-10.6)."""
    if action in table.hidden[seat]:
        table.hidden[seat].remove(action)
    else:
        table.hand[seat].remove(action)
        assert table.fight is not None
        table.fight.speed += 1
    table.limbo.append(action)
    table.events.append(("flipped", seat, action))
    yield from perform(table.cards[action].effects, table, seat, action)
    table.limbo.remove(action)
    put_in_discard(table, action)


def flip_window(table: EnemyTable, first: int, moment: str) -> RuleGenerator:
    """Let both players flip actions, ``first`` first, alternating until both decline in a row (ENE-16.5).

    A player with concealed cards is always asked, because skipping the question would reveal that none can be flipped.
    """
    seat, declined = first, 0
    while declined < table.seats:
        held = table.hidden[seat]
        if may_flip_from_hand(table, seat):
            held = held + table.hand[seat]
        declined += 1
        if held:
            options: list[Option] = [("flip", card) for card in flippable_actions(table, seat, held, moment)]
            chosen = yield Ask(seat, RESPOND, [PASS, *options], ("window", moment))
            if chosen[0] == "flip":
                yield from flip_action(table, seat, chosen[1])
                declined = 0
        seat = opponent_of(table, seat)
