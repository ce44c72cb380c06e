"""Reasons for refusing an attack, a target or a defence, see `refusal_reason` (HAG-5, HAG-6)."""

from gameplay.engine.core.asks import Ask, Option
from gameplay.games.hagmi.battle import Battle, player_target
from gameplay.games.hagmi.defence import undefended_targets
from gameplay.games.hagmi.table import HagmiTable, controller


def attack_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    """Return why a card cannot declare an attack (HAG-5.1.1 to 5.1.5)."""
    unit, seat = option[1], ask.seat
    if unit in table.facilities[seat]:
        return "facility"
    if unit not in table.units[seat]:
        return "not_on_battlefield" if unit in table.hand[seat] else "not_your_attacker"
    if seat != table.active:
        return "not_your_attack"
    if ask.about[0] != "battle":
        phases = {"battle": "one_attack_at_a_time", "main2": "battle_over", "end": "battle_over"}
        return phases.get(table.step, "attack_later")
    if unit in table.attacked_units:
        return "has_attacked"
    return _inability(table, unit, "attack_fuel")


def _inability(table: HagmiTable, unit: int, too_little_fuel: str) -> str:
    """Return why ``unit`` cannot act: it is Down, or has ``too_little_fuel``."""
    if "down" in table.ailments.get(unit, ()):
        return "down"
    return too_little_fuel if len(table.fuel[unit]) < table.cards[unit].consumption else ""


# --- targets -------------------------------------------------------------------------------


def aim_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    """Return why a card cannot be a target of the attack (HAG-5.1.8, 5.1.9, 5.2.3, 13.6)."""
    if ask.about[0] != "aim":
        return "targets_at_declaration"
    other = controller(table, option[1])
    if other is None or other == ask.seat:
        return "own_target"
    return "ally_target" if table.are_allied(ask.seat, other) else "chosen_target"


def player_target_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    """Return why a player cannot be a target of the attack (HAG-5.1.8, 5.1.9, 5.2.3, 12.9, 13.6)."""
    other = option[1]
    if ask.about[0] != "aim":
        return "targets_at_declaration"
    if other not in range(table.seats):
        return ""
    if other == ask.seat:
        return "own_target"
    if table.are_allied(ask.seat, other):
        return "ally_target"
    return "defeated_target" if table.defeated[other] else "chosen_target"


# --- defences ------------------------------------------------------------------------------


def _battle_to_defend(table: HagmiTable, ask: Ask) -> Battle | None:
    return table.battle if ask.about[0] == "defend" else None


def counter_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    """Return why a unit cannot counter (HAG-6.1.1, 6.1.3, 6.3.1)."""
    unit, seat = option[1], ask.seat
    battle = _battle_to_defend(table, ask)
    if battle is None:
        return "no_attack"
    if unit in table.facilities[seat]:
        return "facility"
    if unit not in table.units[seat] or unit not in battle.targets:
        return "not_a_target"
    return "closed_target" if unit in battle.closed_targets else _inability(table, unit, "counter_fuel")


def guard_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    """Return why a unit cannot guard a card or its player (HAG-6.1.1, 6.1.3, 6.2)."""
    unit, seat = option[1], ask.seat
    target = option[2] if option[0] == "guard" else player_target(seat)
    battle = _battle_to_defend(table, ask)
    if battle is None:
        return "no_attack"
    if unit in table.facilities[seat]:
        return "facility"
    if unit not in table.units[seat]:
        return "not_your_guard"
    if unit in battle.targets:
        return "target_cannot_guard"
    if unit in battle.hit_by_target.values():
        return "guards_already"
    if inability := _inability(table, unit, "guard_fuel"):
        return inability
    if target in battle.closed_targets:
        return "closed_target"
    if target in undefended_targets(table, battle, seat):
        return ""
    other = controller(table, target)
    is_allied = other not in (None, seat) and table.are_allied(seat, other)
    return "ally_guard" if is_allied and target in battle.targets else "guarded_elsewhere"


def emergency_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    """Return why a weapon cannot be produced in an emergency (HAG-6.4.1, 6.4.2, 6.4.6)."""
    card, hand = option[1], table.hand[ask.seat]
    if _battle_to_defend(table, ask) is None:
        return "no_attack"
    if card not in hand or table.cards[card].type != "weapon":
        return "emergency_weapon"
    if table.cards[card].cost >= len(hand):
        return "emergency_cost"
    return "" if any(other[0] == "emergency" for other in ask.options) else "emergency_used"


def step_in_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    """Return why a weapon cannot step in for a target (HAG-6.4.3)."""
    return "must_step_in" if ask.about[0] == "step_in" else ""
