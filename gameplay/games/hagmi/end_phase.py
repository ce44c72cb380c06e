"""The End phase: repair, resupply, end of turn (HAG-9)."""

from gameplay.engine.core.asks import ASSIGN, ENOUGH, Ask, Option, RuleGenerator
from gameplay.engine.core.zones import distinct_cards
from gameplay.games.hagmi.table import HagmiTable
from gameplay.games.hagmi.triggers import process_skills, trigger_at

FuelLoad = tuple[int, int]
"""A card and the unit under which it is to go."""


def end_phase(table: HagmiTable, seat: int) -> RuleGenerator:
    """Repair, resupply, end of turn, in this order (HAG-9.1).

    Damage that skills deal at the end of the turn, after the repair, is gone with it: a card is destroyed by damage of
    one turn (HAG-7.1.5).
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
    """All damage on the whole battlefield goes (HAG-9.2.1)."""
    if table.damage_taken:
        table.damage_taken.clear()
        table.events.append(("repaired",))


def resupply(table: HagmiTable, seat: int) -> RuleGenerator:
    """The top card of the discard pile, then any of the hand, go under the player's units, all at once (HAG-9.3)."""
    units = suppliable_units(table, seat)
    if not units:
        return
    loads: list[FuelLoad] = []
    pile = table.discard[seat]
    if pile:  # HAG-9.3.4: obligatory
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
    """The units of ``seat`` that no effect forbids to be resupplied; there is no fuel maximum (HAG-9.3.5)."""
    return [unit for unit in table.units[seat] if "cut_off" not in table.ailments.get(unit, ())]


def choose_fuel_from_hand(table: HagmiTable, seat: int, units: list[int]) -> RuleGenerator:
    """Choose any number of cards of the hand, each for any unit (HAG-9.3.2); none has moved yet."""
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
    """Tell it, unit by unit, and let skills see it once all of it has happened (HAG-9.3.3)."""
    units = list(dict.fromkeys(unit for _, unit in loads))
    for unit in units:
        table.events.append(("supplied", seat, unit, sum(other == unit for _, other in loads)))
    yield from process_skills(table, [(unit, "supplied") for unit in units if "supplied" in table.cards[unit].triggers])
