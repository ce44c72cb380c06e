"""The defence step: guards, counters and emergency production (HAG-6)."""

from gameplay.engine.core.asks import ASSIGN, PASS, RESPOND, Ask, Option, RuleGenerator
from gameplay.engine.core.zones import distinct_cards
from gameplay.games.hagmi.battle import Battle, player_target, seat_of_target
from gameplay.games.hagmi.plays import burn_fuel, pay_and_place_weapon, trigger_production
from gameplay.games.hagmi.strength import can_act
from gameplay.games.hagmi.table import HagmiTable, controller
from gameplay.games.hagmi.triggers import trigger_texts


def defend(table: HagmiTable, seat: int) -> RuleGenerator:
    """Ask ``seat`` for defences against the attack until it passes (HAG-6.1.1, 6.1.2)."""
    battle = table.battle
    assert battle is not None
    produced = False
    while open_ := undefended_targets(table, battle, seat):
        options = counter_options(table, open_) + guard_options(table, battle, seat, open_)
        if not produced:
            options += emergency_options(table, seat)
        if not options and (produced or not table.hand[seat]):
            return  # a player with a hand is always asked: not asking would reveal that no weapon is in it
        chosen = yield Ask(seat, RESPOND, [*options, PASS], ("defend", battle.attacker))
        if chosen == PASS:
            return
        if chosen[0] == "emergency":
            produced = True  # HAG-6.4.6: only one
            yield from produce_in_emergency(table, battle, seat, chosen[1])
        elif chosen[0] == "counter":
            yield from counter_attack(table, battle, seat, chosen[1])
        else:
            target = player_target(seat) if chosen[0] == "guard_player" else chosen[2]
            yield from guard_target(table, battle, seat, chosen[1], target)


def undefended_targets(table: HagmiTable, battle: Battle, seat: int) -> list[int]:
    """Return the targets of ``seat`` that are still in play and have had no defence yet (HAG-6.1.3)."""
    return [
        target
        for target in battle.targets
        if target not in battle.closed_targets
        and (seat_of_target(target) == seat if target < 0 else controller(table, target) == seat)
    ]


def counter_options(table: HagmiTable, targets: list[int]) -> list[Option]:
    """Return the counters by target units; a facility cannot counter (HAG-6.3.1, HAG-OP-9)."""
    return [("counter", target) for target in targets if target in table.fuel and can_act(table, target)]


def guard_options(table: HagmiTable, battle: Battle, seat: int, targets: list[int]) -> list[Option]:
    """Return the possible guards. A declared target cannot guard, and a unit guards once (HAG-6.2.1, 6.2.3, 6.2.6)."""
    return [
        ("guard_player", unit) if target < 0 else ("guard", unit, target)
        for unit in table.units[seat]
        if unit not in battle.hit_by_target and unit not in battle.hit_by_target.values() and can_act(table, unit)
        for target in targets
    ]


def emergency_options(table: HagmiTable, seat: int) -> list[Option]:
    """Return the emergency productions: weapons in hand whose cost can be paid (HAG-6.4.1, 6.4.2)."""
    hand = table.hand[seat]
    weapons = [card for card in hand if table.cards[card].type == "weapon" and table.cards[card].cost < len(hand)]
    return [("emergency", card) for card in distinct_cards(table, weapons)]


def counter_attack(table: HagmiTable, battle: Battle, seat: int, unit: int) -> RuleGenerator:
    """Have a target unit pay its consumption and defend itself (HAG-6.3.1)."""
    table.events.append(("countered", unit))
    battle.add_defender(unit, unit)
    yield from burn_fuel(table, seat, unit, table.cards[unit].consumption)
    yield from trigger_texts(table, seat, unit, "counters")


def guard_target(table: HagmiTable, battle: Battle, seat: int, unit: int, target: int) -> RuleGenerator:
    """Have ``unit`` pay its consumption and replace ``target`` as the target of the attack (HAG-6.2.1, 6.2.5)."""
    table.events.append(("guarded_player", unit, seat) if target < 0 else ("guarded", unit, target))
    battle.add_defender(target, unit)
    yield from burn_fuel(table, seat, unit, table.cards[unit].consumption)
    yield from trigger_texts(table, seat, unit, "guards")


def produce_in_emergency(table: HagmiTable, battle: Battle, seat: int, card: int) -> RuleGenerator:
    """Produce a weapon that steps in for a target. If it cannot pay its consumption, it only takes damage (HAG-6.4)."""
    yield from pay_and_place_weapon(table, seat, card)
    table.events.append(("emergency", seat, card, len(table.fuel[card])))
    yield from trigger_production(table, seat, card)
    targets = undefended_targets(table, battle, seat)
    if not targets or controller(table, card) is None:
        return
    options = [("step_in_for_player",) if target < 0 else ("step_in", target) for target in targets]
    chosen = yield Ask(seat, ASSIGN, options, ("step_in", card))
    target = targets[options.index(chosen)]
    if can_act(table, card):
        yield from guard_target(table, battle, seat, card, target)
    else:
        table.events.append(("replaced_player", card, seat) if target < 0 else ("replaced", card, target))
        battle.replace_target(target, card)
