"""Reasons for refusing a choice that is not offered (see `gameplay.engine.core.ruleset.Ruleset.refusal_reason`).

`refusal_reason` calls the function for the code of the choice. Each function returns the code of a reason
(`reasons.REASONS`), or "" if none is known; then no clause is named. Cards that the seat cannot see do not influence
the result.
"""

from collections.abc import Sequence

from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.card_plays import ReasonFinder, find_reason
from gameplay.engine.core.errors import RefusalReason
from gameplay.games.hagmi.defence_reasons import (
    aim_reason,
    attack_reason,
    counter_reason,
    emergency_reason,
    guard_reason,
    player_target_reason,
    step_in_reason,
)
from gameplay.games.hagmi.end_phase import suppliable_units
from gameplay.games.hagmi.reasons import REASONS
from gameplay.games.hagmi.strength import has_active_skills
from gameplay.games.hagmi.table import HagmiTable


def refusal_reason(table: HagmiTable, ask: Ask, option: Option) -> RefusalReason | None:
    """Return why ``option`` is refused at ``ask``, or None if the reason is not known."""
    return find_reason(REASON_FINDERS, REASONS, table, ask, option)


def plays_of(table: HagmiTable, seat: int, card: int) -> Sequence[Option]:
    """Return the options for which ``seat`` could use ``card`` where it lies (see `Ruleset.plays_of`).

    Outside of an attack, a counter stands for all defences.
    """
    definition, battle = table.cards[card], table.battle
    if card in table.hand[seat]:
        return [("produce", card), ("emergency", card)] if definition.type == "weapon" else [("play", card)]
    if card in table.units[seat]:
        skills: list[Option] = [("use", card, number) for number in range(len(definition.skills))]
        targets = battle.targets if battle else []
        guards = [("guard_player", card) if target < 0 else ("guard", card, target) for target in targets]
        return [("attack", card), *skills, ("counter", card), *guards]
    if card in table.facilities[seat]:
        return [("attack", card)]
    return [("play", card)] if card in table.secrets[seat] or _is_own_fuel(table, seat, card) else []


def _is_own_fuel(table: HagmiTable, seat: int, card: int) -> bool:
    return any(card in table.fuel[unit] for unit in table.units[seat])


# --- playing cards and using skills ------------------------------------------------------

MAIN_PHASES = ("main", "main2")


def _timing_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    """Return why no card can be played and no skill used now."""
    if ask.about[0] in MAIN_PHASES:
        return ""
    is_own_turn = ask.seat == table.active
    if is_own_turn and table.step in MAIN_PHASES:
        return "answer_first"
    if option[0] == "use":
        return "skill_out_of_phase"
    return "another_phase" if is_own_turn else "not_your_turn"


def _play_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    """Return why a card cannot be produced or played (HAG-4.2, 4.3.1, 4.4.1)."""
    code, card = option
    hand, definition = table.hand[ask.seat], table.cards[card]
    if card in table.secrets[ask.seat]:
        return "secret_plan"
    if _is_own_fuel(table, ask.seat, card):
        return "is_fuel"
    if card not in hand:
        return "not_in_hand"
    if (definition.type == "weapon") != (code == "produce"):
        return "not_a_weapon" if code == "produce" else "weapon_is_produced"
    if timing := _timing_reason(table, ask, option):
        return timing
    if definition.cost >= len(hand):
        return "own_cost" if definition.cost == len(hand) else "cost"
    return ""


def _use_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    """Return why a skill cannot be used (HAG-4.5)."""
    _, unit, number = option
    if unit not in table.units[ask.seat]:
        return "not_your_unit"
    skills = table.cards[unit].skills
    if not isinstance(number, int) or not 0 <= number < len(skills):
        return "no_such_skill"
    if table.variant.skills_ignored:
        return "skills_ignored"
    if timing := _timing_reason(table, ask, option):
        return timing
    if not has_active_skills(table, unit):
        return "jammed"
    if skills[number].once and (unit, number) in table.used_skills:
        return "skill_used"
    if skills[number].fuel > len(table.fuel[unit]):
        return "skill_fuel"
    return "skill_hand" if skills[number].hand > len(table.hand[ask.seat]) else ""


def _pay_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    if ask.about[0] != "pay":
        return ""
    card = option[1]
    if card == ask.about[1]:
        return "own_cost"
    if card in table.secrets[ask.seat]:
        return "secret_plan_pays"
    return "" if card in table.hand[ask.seat] else "paid_from_hand"


def _burn_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    is_elsewhere = ask.about[0] == "burn" and option[1] not in table.fuel.get(ask.about[1], ())
    return "fuel_elsewhere" if is_elsewhere else ""


# --- other questions ---------------------------------------------------------------------


def _damage_card_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    return "not_drawn" if ask.about[0] == "damage_cards" and option[1] not in table.limbo else ""


def _supply_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    """Return why a unit cannot be resupplied, from the discard pile or from the hand (HAG-9.3)."""
    seat, from_hand = ask.seat, option[0] == "load"
    if ask.about[0] == ("supply_hand" if from_hand else "supply_top"):
        if option[-1] not in suppliable_units(table, seat):
            return "not_suppliable"
        return "fuel_from_hand" if from_hand and option[1] not in table.hand[seat] else ""
    if seat != table.active:
        return "not_your_resupply"
    if table.defeated[seat]:
        return "defeated_resupply"
    if ask.about[0] == "supply_hand":
        return "fuel_from_hand"
    return "resupply_later" if table.step != "end" else ""


def _skip_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    return "gift_to_defeated" if ask.about[0] == "skip" else "skip_if_defeated"


MUST_ANSWER_CODES = {
    "pay": "whole_cost",
    "burn": "more_fuel",
    "aim": "must_aim",
    "step_in": "must_step_in",
    "damage_cards": "each_damage_card",
    "supply_top": "must_resupply",
    "process_next": "skill_order",
    "bury": "discard_order",
}


def _pass_reason(table: HagmiTable, ask: Ask, option: Option) -> str:
    return MUST_ANSWER_CODES.get(ask.about[0], "")


REASON_FINDERS: dict[str, ReasonFinder[HagmiTable]] = {
    **dict.fromkeys(("produce", "play"), _play_reason),
    "use": _use_reason,
    "pay": _pay_reason,
    "burn": _burn_reason,
    "attack": attack_reason,
    "aim": aim_reason,
    "aim_player": player_target_reason,
    "counter": counter_reason,
    **dict.fromkeys(("guard", "guard_player"), guard_reason),
    "emergency": emergency_reason,
    **dict.fromkeys(("step_in", "step_in_for_player"), step_in_reason),
    **dict.fromkeys(("play_damage", "keep"), _damage_card_reason),
    **dict.fromkeys(("supply", "load"), _supply_reason),
    **dict.fromkeys(("take_turn", "give"), _skip_reason),
    **dict.fromkeys(("pass", "enough"), _pass_reason),
}
