"""Attack declaration: legal attackers and targets, and the order of the steps of an attack (HAG-5)."""

from gameplay.engine.core.asks import CARD, ENOUGH, PASS, PLAY, Ask, Option, RuleGenerator
from gameplay.games.hagmi.battle import Battle, player_target, seat_of_target
from gameplay.games.hagmi.defence import defend
from gameplay.games.hagmi.engagement import engage
from gameplay.games.hagmi.plays import burn_fuel
from gameplay.games.hagmi.strength import can_act
from gameplay.games.hagmi.table import HagmiTable, is_on_battlefield, opponents
from gameplay.games.hagmi.terms import ALL_TARGETS
from gameplay.games.hagmi.triggers import trigger_texts


def battle_phase(table: HagmiTable, seat: int) -> RuleGenerator:
    """Declare attacks one by one until no unit can attack or the turn player passes (HAG-5.1.1, 7.5.3, 7.5.4)."""
    while options := attack_options(table, seat):
        chosen = yield Ask(seat, PLAY, [*options, PASS], ("battle",))
        if chosen == PASS:
            return
        yield from resolve_attack(table, seat, chosen[1])


def attack_options(table: HagmiTable, seat: int) -> list[Option]:
    """Return the attacks that can be declared now; each unit attacks once per Battle phase (HAG-5.1.2, 5.1.3)."""
    return [("attack", unit) for unit in table.units[seat] if unit not in table.attacked_units and can_act(table, unit)]


def attack_targets(table: HagmiTable, seat: int) -> list[int]:
    """Return all legal targets for ``seat``: undefeated opponents and all opponents' cards (HAG-5.1.9, 12.9)."""
    targets: list[int] = []
    for other in opponents(table, seat):
        if not table.defeated[other]:
            targets.append(player_target(other))
        targets += table.battlefield(other)
    return targets


def resolve_attack(table: HagmiTable, seat: int, unit: int) -> RuleGenerator:
    """Resolve an attack: preparation, defence, engagement, end (HAG-5.1.1). Fuel is paid once (HAG-5.1.4, 5.1.6)."""
    table.attacked_units.append(unit)
    table.attack_declared = True
    table.events.append(("declared", seat, unit))
    yield from burn_fuel(table, seat, unit, table.cards[unit].consumption)
    if not is_on_battlefield(table, unit):
        return  # HAG-7.5.2: its armour depended on the fuel, and it was destroyed
    table.battle = Battle(unit, (yield from choose_targets(table, seat, unit)))
    yield from trigger_texts(table, seat, unit, "attacks")
    for other in opponents(table, seat):
        yield from defend(table, other)
    if is_on_battlefield(table, unit):
        yield from engage(table)
    table.battle = None


def choose_targets(table: HagmiTable, seat: int, unit: int) -> RuleGenerator:
    """Have ``seat`` choose up to as many different targets as the attack area allows (HAG-5.1.8, 5.2)."""
    left, number = attack_targets(table, seat), table.cards[unit].targets
    if number == ALL_TARGETS:
        for target in left:
            announce_target(table, unit, target)
        return left
    chosen: list[int] = []
    while left and len(chosen) < number:
        options = [target_option(target) for target in left] + ([ENOUGH] if chosen else [])
        answer = yield Ask(seat, CARD, options, ("aim", unit, number - len(chosen)))
        if answer == ENOUGH:
            break
        target = player_target(answer[1]) if answer[0] == "aim_player" else answer[1]
        left.remove(target)
        chosen.append(target)
        announce_target(table, unit, target)
    return chosen


def announce_target(table: HagmiTable, unit: int, target: int) -> None:
    seat = seat_of_target(target)
    table.events.append(("aimed", unit, target) if seat is None else ("aimed_at_player", unit, seat))


def target_option(target: int) -> Option:
    seat = seat_of_target(target)
    return ("aim", target) if seat is None else ("aim_player", seat)
