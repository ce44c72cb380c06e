"""Declaring attacks: who may, at what, and in which order all follows (HAG-5)."""

from gameplay.engine.core.asks import CARD, ENOUGH, PASS, PLAY, Ask, Option, Rules
from gameplay.games.hagmi.battle import Battle, player, seat_of
from gameplay.games.hagmi.defence import defend
from gameplay.games.hagmi.engagement import engage
from gameplay.games.hagmi.plays import burn
from gameplay.games.hagmi.strength import able
from gameplay.games.hagmi.table import HagmiTable, opponents, there
from gameplay.games.hagmi.terms import ALL
from gameplay.games.hagmi.triggers import happen


def battle_phase(table: HagmiTable, seat: int) -> Rules:
    """Declare one attack after the other until no unit can, or the turn player says so (HAG-5.1.1, 7.5.3, 7.5.4)."""
    while options := attacks(table, seat):
        chosen = yield Ask(seat, PLAY, [*options, PASS], ("battle",))
        if chosen == PASS:
            return
        yield from attack(table, seat, chosen[1])


def attacks(table: HagmiTable, seat: int) -> list[Option]:
    """Which units may declare an attack now, each once in a Battle phase (HAG-5.1.2, 5.1.3)."""
    return [("attack", unit) for unit in table.units[seat] if unit not in table.attacked and able(table, unit)]


def attackable(table: HagmiTable, seat: int) -> list[int]:
    """Every target there is for ``seat``: opponents who are not defeated, and all opponents' cards (HAG-5.1.9, 12.9)."""
    targets: list[int] = []
    for other in opponents(table, seat):
        if not table.defeated[other]:
            targets.append(player(other))
        targets += table.battlefield(other)
    return targets


def attack(table: HagmiTable, seat: int, unit: int) -> Rules:
    """One attack: preparation, defence, engagement, end (HAG-5.1.1); the price is paid once (HAG-5.1.4, 5.1.6)."""
    table.attacked.append(unit)
    table.fought = True
    table.events.append(("declared", seat, unit))
    yield from burn(table, seat, unit, table.cards[unit].consumption)
    if not there(table, unit):
        return  # HAG-7.5.2: its armour depended on the fuel
    table.battle = Battle(unit, (yield from choose_targets(table, seat, unit)))
    yield from happen(table, seat, unit, "attacks")
    for other in opponents(table, seat):
        yield from defend(table, other)
    if there(table, unit):
        yield from engage(table)
    table.battle = None


def choose_targets(table: HagmiTable, seat: int, unit: int) -> Rules:
    """As many targets as the attack area says, none of them twice (HAG-5.1.8, 5.2)."""
    left, number = attackable(table, seat), table.cards[unit].targets
    if number == ALL:
        for target in left:
            aim_at(table, unit, target)
        return left
    chosen: list[int] = []
    while left and len(chosen) < number:
        options = [aim(target) for target in left] + ([ENOUGH] if chosen else [])
        answer = yield Ask(seat, CARD, options, ("aim", unit, number - len(chosen)))
        if answer == ENOUGH:
            break
        target = player(answer[1]) if answer[0] == "aim_player" else answer[1]
        left.remove(target)
        chosen.append(target)
        aim_at(table, unit, target)
    return chosen


def aim_at(table: HagmiTable, unit: int, target: int) -> None:
    seat = seat_of(target)
    table.events.append(("aimed", unit, target) if seat is None else ("aimed_at_player", unit, seat))


def aim(target: int) -> Option:
    seat = seat_of(target)
    return ("aim", target) if seat is None else ("aim_player", seat)
