"""Actions: when they may be flipped, and what happens then (ENE-10.4 to 10.11)."""

from gameplay.engine.core.asks import PASS, RESPOND, Ask, Option, RuleGenerator
from gameplay.engine.text.effects import perform
from gameplay.games.enemy.table import EnemyTable, opponent_of, put_in_discard


def flippable_actions(table: EnemyTable, seat: int, held: list[int], moment: str) -> list[int]:
    """Those of the ``held`` cards that may be flipped at this moment (ENE-10.4, 10.5).

    Only actions, only if their text allows; ENE-13.9: only if it can spot what it must.
    """
    cards = table.cards
    return [card for card in held if cards[card].moment == moment and meets_requirements(table, seat, card)]


def meets_requirements(table: EnemyTable, seat: int, card: int) -> bool:
    """Whether all requirements to play ``card`` are met now (ENE-6.6)."""
    for test in table.cards[card].requirements:  # noqa: SIM110 - all() costs half as much again, for every card of a hand
        if not test(table, seat, card):
            return False
    return True


def may_flip_from_hand(table: EnemyTable, seat: int) -> bool:
    """Return whether the PC that is fighting is the seat's and has a speed icon left.

    ENE-10.9: while it is in a fight, before destiny is drawn and after; ENE-10.10: other PCs do not help.
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
    """Turn an action over: its effect, then the discard pile (ENE-10.6)."""
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
    """Let both players flip, ``first`` first, in turn until both decline in a row (ENE-16.5).

    Who holds cards that nobody else sees is asked whatever they are: silence would tell.
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
