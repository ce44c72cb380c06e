"""Playing cards and using skills (HAG-4)."""

from gameplay.engine.core.asks import CARD, Ask, Rules
from gameplay.engine.text.effects import perform
from gameplay.games.hagmi.damage import finish
from gameplay.games.hagmi.discards import bury, fall
from gameplay.games.hagmi.table import HagmiTable, offered
from gameplay.games.hagmi.triggers import process


def pay(table: HagmiTable, seat: int, cost: int, card: int) -> Rules:
    """Lay ``cost`` cards of the hand face down beside ``card``; answers which (HAG-4.2.1, 4.2.2).

    ``card`` has left the hand before, so it is never part of its own cost (HAG-4.2.3).
    """
    hand = table.hand[seat]
    paid: list[int] = []
    while len(paid) < cost:
        left = cost - len(paid)
        if len(hand) == left:
            chosen = hand.copy()
        else:
            chosen = [(yield Ask(seat, CARD, [("pay", each) for each in offered(table, hand)], ("pay", card, left)))[1]]
        for each in chosen:
            hand.remove(each)
        table.paid[seat] += chosen
        paid += chosen
    return paid


def taken_back(table: HagmiTable, seat: int, paid: list[int]) -> list[int]:
    """Take what was paid from where it was laid."""
    for card in paid:
        table.paid[seat].remove(card)
    return paid


def produce(table: HagmiTable, seat: int, card: int) -> Rules:
    """Produce a weapon of the hand: what is paid becomes its fuel (HAG-4.3.1 to 4.3.4)."""
    yield from bring_out(table, seat, card)
    table.events.append(("produced", seat, card, len(table.fuel[card])))
    yield from see_production(table, seat, card)


def bring_out(table: HagmiTable, seat: int, card: int) -> Rules:
    """Pay for a weapon and put it on the battlefield."""
    table.hand[seat].remove(card)
    table.limbo.append(card)
    paid = yield from pay(table, seat, table.cards[card].cost, card)
    table.limbo.remove(card)
    table.units[seat].append(card)
    table.fuel[card] = taken_back(table, seat, paid)


def see_production(table: HagmiTable, seat: int, card: int) -> Rules:
    """Skills that refer to production see it, its own and others', all at the same timing (HAG-4.3.3, 6.4.7)."""
    cards = table.cards
    refer = [(each, "produced" if each == card else "you_produce") for each in table.battlefield(seat)]
    yield from process(table, [(each, what) for each, what in refer if what in cards[each].triggers])


def operate(table: HagmiTable, seat: int, card: int) -> Rules:
    """Play an order, a facility or a damage card of the hand (HAG-4.4.1 to 4.4.5, 7.3.5)."""
    table.hand[seat].remove(card)
    table.limbo.append(card)
    paid = yield from pay(table, seat, table.cards[card].cost, card)
    table.events.append(("played", seat, card))
    yield from perform(table.cards[card].effects, table, seat, card)
    yield from finish(table, seat, card, taken_back(table, seat, paid))


def unveil(table: HagmiTable, seat: int, card: int) -> Rules:
    """Carry out a secret plan, because a card says so; it costs nothing and is then like any other card."""
    table.secrets[seat].remove(card)
    table.limbo.append(card)
    table.events.append(("unveiled", seat, card))
    yield from perform(table.cards[card].effects, table, seat, card)
    yield from finish(table, seat, card, [])


def use(table: HagmiTable, seat: int, unit: int, number: int) -> Rules:
    """Use a skill with timing: main and pay what it costs (HAG-4.5.1 to 4.5.3)."""
    skill = table.cards[unit].skills[number]
    if skill.once:
        table.used.add((unit, number))
    table.events.append(("used", seat, unit))
    if skill.fuel:
        yield from burn(table, seat, unit, skill.fuel)
    if skill.hand:
        paid = yield from pay(table, seat, skill.hand, unit)
        table.events.append(("spent", seat, unit, skill.hand))
        yield from bury(table, seat, taken_back(table, seat, paid))
    yield from perform(skill.acts, table, seat, unit)


def burn(table: HagmiTable, seat: int, unit: int, count: int) -> Rules:
    """Pay fuel of ``unit``: its controller chooses which cards go to the discard pile (HAG-5.1.4, 5.1.7).

    A unit whose armour depends on its fuel may be destroyed by that (HAG-7.1.5).
    """
    fuel = table.fuel[unit]
    burnt: list[int] = []
    while len(burnt) < count:
        left = count - len(burnt)
        if len(fuel) == left:
            chosen = fuel.copy()
        else:
            options = [("burn", each) for each in offered(table, fuel)]
            chosen = [(yield Ask(seat, CARD, options, ("burn", unit, left)))[1]]
        for each in chosen:
            fuel.remove(each)
        table.limbo += chosen
        burnt += chosen
    if burnt:
        table.events.append(("burnt", seat, unit, count))
    for each in burnt:
        table.limbo.remove(each)
    yield from bury(table, seat, burnt)
    yield from fall(table)
