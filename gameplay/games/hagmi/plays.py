"""Playing cards and using skills (HAG-4)."""

from gameplay.engine.core.asks import CARD, Ask, RuleGenerator
from gameplay.engine.core.zones import offered_cards
from gameplay.engine.text.effects import perform
from gameplay.games.hagmi.damage import finish_card
from gameplay.games.hagmi.discards import destroy_damaged, discard_in_order
from gameplay.games.hagmi.table import HagmiTable
from gameplay.games.hagmi.triggers import process_skills


def pay_cost(table: HagmiTable, seat: int, cost: int, card: int) -> RuleGenerator:
    """Have ``seat`` pay ``cost`` cards from hand, face down beside ``card``; return them (HAG-4.2.1, 4.2.2).

    ``card`` has already left the hand, so it cannot pay for itself (HAG-4.2.3).
    """
    hand = table.hand[seat]
    paid: list[int] = []
    while len(paid) < cost:
        left = cost - len(paid)
        if len(hand) == left:
            chosen = hand.copy()
        else:
            chosen = [
                (yield Ask(seat, CARD, [("pay", each) for each in offered_cards(table, hand)], ("pay", card, left)))[1]
            ]
        for each in chosen:
            hand.remove(each)
        table.paid[seat] += chosen
        paid += chosen
    return paid


def take_paid_cards(table: HagmiTable, seat: int, paid: list[int]) -> list[int]:
    """Remove paid cards from the zone of paid cards and return them."""
    for card in paid:
        table.paid[seat].remove(card)
    return paid


def produce_weapon(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
    """Produce a weapon from hand. The paid cards become its fuel (HAG-4.3.1 to 4.3.4)."""
    yield from pay_and_place_weapon(table, seat, card)
    table.events.append(("produced", seat, card, len(table.fuel[card])))
    yield from trigger_production(table, seat, card)


def pay_and_place_weapon(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
    """Pay for a weapon and put it on the battlefield."""
    table.hand[seat].remove(card)
    table.limbo.append(card)
    paid = yield from pay_cost(table, seat, table.cards[card].cost, card)
    table.limbo.remove(card)
    table.units[seat].append(card)
    table.fuel[card] = take_paid_cards(table, seat, paid)


def trigger_production(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
    """Trigger the production skills of the unit and of the player's other cards, simultaneously (HAG-4.3.3, 6.4.7)."""
    cards = table.cards
    triggers = [(each, "produced" if each == card else "you_produce") for each in table.battlefield(seat)]
    yield from process_skills(table, [(each, event) for each, event in triggers if event in cards[each].triggers])


def play_operation(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
    """Play an order, a facility or a damage card from hand (HAG-4.4.1 to 4.4.5, 7.3.5)."""
    table.hand[seat].remove(card)
    table.limbo.append(card)
    paid = yield from pay_cost(table, seat, table.cards[card].cost, card)
    table.events.append(("played", seat, card))
    yield from perform(table.cards[card].effects, table, seat, card)
    yield from finish_card(table, seat, card, take_paid_cards(table, seat, paid))


def play_secret_plan(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
    """Play a secret plan at no cost, for a card that says so."""
    table.secrets[seat].remove(card)
    table.limbo.append(card)
    table.events.append(("unveiled", seat, card))
    yield from perform(table.cards[card].effects, table, seat, card)
    yield from finish_card(table, seat, card, [])


def use_skill(table: HagmiTable, seat: int, unit: int, number: int) -> RuleGenerator:
    """Pay for and use a skill with timing: main (HAG-4.5.1 to 4.5.3)."""
    skill = table.cards[unit].skills[number]
    if skill.once:
        table.used_skills.add((unit, number))
    table.events.append(("used", seat, unit))
    if skill.fuel:
        yield from burn_fuel(table, seat, unit, skill.fuel)
    if skill.hand:
        paid = yield from pay_cost(table, seat, skill.hand, unit)
        table.events.append(("spent", seat, unit, skill.hand))
        yield from discard_in_order(table, seat, take_paid_cards(table, seat, paid))
    yield from perform(skill.acts, table, seat, unit)


def burn_fuel(table: HagmiTable, seat: int, unit: int, count: int) -> RuleGenerator:
    """Pay fuel of ``unit``: its controller chooses which cards go to the discard pile (HAG-5.1.4, 5.1.7).

    A unit whose armour depends on its fuel may be destroyed (HAG-7.1.5).
    """
    fuel = table.fuel[unit]
    burnt: list[int] = []
    while len(burnt) < count:
        left = count - len(burnt)
        if len(fuel) == left:
            chosen = fuel.copy()
        else:
            options = [("burn", each) for each in offered_cards(table, fuel)]
            chosen = [(yield Ask(seat, CARD, options, ("burn", unit, left)))[1]]
        for each in chosen:
            fuel.remove(each)
        table.limbo += chosen
        burnt += chosen
    if burnt:
        table.events.append(("burnt", seat, unit, count))
    for each in burnt:
        table.limbo.remove(each)
    yield from discard_in_order(table, seat, burnt)
    yield from destroy_damaged(table)
