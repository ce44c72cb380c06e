"""The defence step: guards, counters and emergency production (HAG-6)."""

from gameplay.engine.core.asks import ASSIGN, PASS, RESPOND, Ask, Option, Rules
from gameplay.engine.core.zones import distinct
from gameplay.games.hagmi.battle import Battle, player, seat_of
from gameplay.games.hagmi.plays import bring_out, burn, see_production
from gameplay.games.hagmi.strength import able
from gameplay.games.hagmi.table import HagmiTable, controller
from gameplay.games.hagmi.triggers import happen


def defend(table: HagmiTable, seat: int) -> Rules:
    """Let ``seat`` defend what is declared against it, as long as it wants to (HAG-6.1.1, 6.1.2)."""
    battle = table.battle
    assert battle is not None
    produced = False
    while open_ := undefended(table, battle, seat):
        options = counters(table, open_) + guards(table, battle, seat, open_)
        if not produced:
            options += emergencies(table, seat)
        if not options and (produced or not table.hand[seat]):
            return  # who holds cards that nobody sees is asked whatever they are: silence would tell
        chosen = yield Ask(seat, RESPOND, [*options, PASS], ("defend", battle.attacker))
        if chosen == PASS:
            return
        if chosen[0] == "emergency":
            produced = True  # HAG-6.4.6: only one
            yield from emergency(table, battle, seat, chosen[1])
        elif chosen[0] == "counter":
            yield from counter(table, battle, seat, chosen[1])
        else:
            target = player(seat) if chosen[0] == "guard_player" else chosen[2]
            yield from guard(table, battle, seat, chosen[1], target)


def undefended(table: HagmiTable, battle: Battle, seat: int) -> list[int]:
    """The targets of ``seat`` that have had no defence yet and are still there (HAG-6.1.3)."""
    return [
        target
        for target in battle.targets
        if target not in battle.closed
        and (seat_of(target) == seat if target < 0 else controller(table, target) == seat)
    ]


def counters(table: HagmiTable, targets: list[int]) -> list[Option]:
    """The target units that can defend themselves; a facility cannot (HAG-6.3.1, HAG-OP-9)."""
    return [("counter", target) for target in targets if target in table.fuel and able(table, target)]


def guards(table: HagmiTable, battle: Battle, seat: int, targets: list[int]) -> list[Option]:
    """The units that may step in: none that was declared a target, none twice (HAG-6.2.1, 6.2.3, 6.2.6)."""
    return [
        ("guard_player", unit) if target < 0 else ("guard", unit, target)
        for unit in table.units[seat]
        if unit not in battle.victims and unit not in battle.victims.values() and able(table, unit)
        for target in targets
    ]


def emergencies(table: HagmiTable, seat: int) -> list[Option]:
    """The weapons of the hand whose cost can be paid (HAG-6.4.1, 6.4.2)."""
    hand = table.hand[seat]
    weapons = [card for card in hand if table.cards[card].type == "weapon" and table.cards[card].cost < len(hand)]
    return [("emergency", card) for card in distinct(table, weapons)]


def counter(table: HagmiTable, battle: Battle, seat: int, unit: int) -> Rules:
    """A target pays and defends itself (HAG-6.3.1)."""
    table.events.append(("countered", unit))
    battle.defended(unit, unit)
    yield from burn(table, seat, unit, table.cards[unit].consumption)
    yield from happen(table, seat, unit, "counters")


def guard(table: HagmiTable, battle: Battle, seat: int, unit: int, target: int) -> Rules:
    """A unit pays and steps in for a target, which is then none any more (HAG-6.2.1, 6.2.5)."""
    table.events.append(("guarded_player", unit, seat) if target < 0 else ("guarded", unit, target))
    battle.defended(target, unit)
    yield from burn(table, seat, unit, table.cards[unit].consumption)
    yield from happen(table, seat, unit, "guards")


def emergency(table: HagmiTable, battle: Battle, seat: int, card: int) -> Rules:
    """Produce a weapon that steps in for a target; if it cannot pay it only takes the damage (HAG-6.4)."""
    yield from bring_out(table, seat, card)
    table.events.append(("emergency", seat, card, len(table.fuel[card])))
    yield from see_production(table, seat, card)
    targets = undefended(table, battle, seat)
    if not targets or controller(table, card) is None:
        return
    options = [("step_in_for_player",) if target < 0 else ("step_in", target) for target in targets]
    chosen = yield Ask(seat, ASSIGN, options, ("step_in", card))
    target = targets[options.index(chosen)]
    if able(table, card):
        yield from guard(table, battle, seat, card, target)
    else:
        table.events.append(("replaced_player", card, seat) if target < 0 else ("replaced", card, target))
        battle.replaced(target, card)
