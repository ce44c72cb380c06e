"""Actions: when they may be flipped, and what happens then (ENE-10.4 to 10.11)."""

from gameplay.engine.asks import PASS, RESPOND, Ask, Option, Rules
from gameplay.games.enemy.effects.base import perform
from gameplay.games.enemy.table import EnemyTable, opponent, to_discard


def flippable(table: EnemyTable, seat: int, moment: str) -> list[int]:
    """The hidden actions that may be flipped at this moment: only actions, only if their text allows (ENE-10.4, 10.5)."""
    cards = table.cards
    return [card for card in table.hidden[seat] if cards[card].moment == moment and _met(table, seat, card)]


def from_hand(table: EnemyTable, seat: int) -> list[int]:
    """The actions a fighting PC's speed lets its player flip from the hand (ENE-10.9, 10.10)."""
    fight = table.fight
    if fight is None or seat == table.active or not table.variant.speed:
        return []
    cards = table.cards
    speed = cards[fight.pc].speed + sum(cards[item].speed for item in table.under.get(fight.pc, ()))
    if fight.speed >= speed:
        return []
    return [card for card in table.hand[seat] if cards[card].moment == "fight" and _met(table, seat, card)]


def _met(table: EnemyTable, seat: int, card: int) -> bool:
    """ENE-13.9: without what it must spot, an action is not flipped."""
    return all(test(table, seat, card) for test in table.cards[card].requires)


def flip(table: EnemyTable, seat: int, action: int) -> Rules:
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
    to_discard(table, action)


def window(table: EnemyTable, first: int, moment: str) -> Rules:
    """Let both players flip, ``first`` first, in turn until both decline in a row (ENE-16.5)."""
    seat, declined = first, 0
    while declined < table.seats:
        hidden = table.hidden[seat]
        cards = flippable(table, seat, moment)
        if moment == "fight":
            cards += from_hand(table, seat)
        declined += 1
        if cards or hidden:
            options: list[Option] = [PASS, *(("flip", card) for card in cards)]
            chosen = yield Ask(seat, RESPOND, options, ("window", moment))
            if chosen[0] == "flip":
                yield from flip(table, seat, chosen[1])
                declined = 0
        seat = opponent(table, seat)
