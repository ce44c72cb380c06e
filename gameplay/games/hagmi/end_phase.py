"""The End phase: repair, resupply, end of turn (HAG-9)."""

from gameplay.engine.core.asks import ASSIGN, ENOUGH, Ask, Option, RuleGenerator
from gameplay.engine.core.zones import distinct_cards
from gameplay.games.hagmi.table import HagmiTable
from gameplay.games.hagmi.triggers import process_skills, trigger_at

FuelLoad = tuple[int, int]
"""A card and the unit that receives it as fuel."""


def end_phase(table: HagmiTable, seat: int) -> RuleGenerator:
    """Repair, resupply and end the turn, in this order (HAG-9.1).

    Damage that skills deal after the repair is removed with the turn: only damage of one turn destroys a card
    (HAG-7.1.5).
    """
    repair_all(table)
    if not table.defeated[seat]:  # HAG-12.4
        yield from resupply(table, seat)
    yield from trigger_at(table, "end")
    repair_all(table)
    table.boosts.clear()
    table.used_skills.clear()
    table.attacked_units.clear()
    table.attack_declared = False


def repair_all(table: HagmiTable) -> None:
    """Remove all damage from the battlefield (HAG-9.2.1)."""
    if table.damage_taken:
        table.damage_taken.clear()
        table.events.append(("repaired",))


def resupply(table: HagmiTable, seat: int) -> RuleGenerator:
    """Put the top card of the discard pile and any cards in hand under units, simultaneously (HAG-9.3)."""
    units = suppliable_units(table, seat)
    if not units:
        return
    loads: list[FuelLoad] = []
    pile = table.discard[seat]
    if pile:  # HAG-9.3.4: mandatory
        chosen = yield Ask(seat, ASSIGN, [("supply", unit) for unit in units], ("supply_top", pile[-1]))
        loads.append((pile[-1], chosen[1]))
    loads += yield from choose_fuel_from_hand(table, seat, units)
    for card, unit in loads:
        if card in pile:
            table.events.append(("topped", seat, unit, card))
        (pile if card in pile else table.hand[seat]).remove(card)
        table.fuel[unit].append(card)
    yield from announce_resupply(table, seat, loads)


def suppliable_units(table: HagmiTable, seat: int) -> list[int]:
    """Return the units of ``seat`` that can be resupplied. There is no maximum of fuel (HAG-9.3.5)."""
    return [unit for unit in table.units[seat] if "cut_off" not in table.ailments.get(unit, ())]


def choose_fuel_from_hand(table: HagmiTable, seat: int, units: list[int]) -> RuleGenerator:
    """Have ``seat`` choose any number of cards in hand, each for any unit; no card moves yet (HAG-9.3.2)."""
    loads: list[FuelLoad] = []
    left = table.hand[seat].copy()
    while left:
        options: list[Option] = [("load", card, unit) for card in distinct_cards(table, left) for unit in units]
        chosen = yield Ask(seat, ASSIGN, [*options, ENOUGH], ("supply_hand",))
        if chosen == ENOUGH:
            break
        left.remove(chosen[1])
        loads.append((chosen[1], chosen[2]))
    return loads


def announce_resupply(table: HagmiTable, seat: int, loads: list[FuelLoad]) -> RuleGenerator:
    """Add an event for each resupplied unit, then trigger their skills (HAG-9.3.3)."""
    units = list(dict.fromkeys(unit for _, unit in loads))
    for unit in units:
        table.events.append(("supplied", seat, unit, sum(other == unit for _, other in loads)))
    yield from process_skills(table, [(unit, "supplied") for unit in units if "supplied" in table.cards[unit].triggers])
