"""Values of cards and effects for the bots, based on the information visible to a seat.

The unit is about one damage card. The values are our own, tuned in games between bots.
"""

from functools import lru_cache, singledispatch
from typing import Any

from gameplay.engine.bots.card_values import EffectValues
from gameplay.engine.text.effects import Effect
from gameplay.games.hagmi.effects import abilities, cards, composite, condition, damage, draw, fuel, remove
from gameplay.games.hagmi.filters import CompiledFilter, Filter
from gameplay.games.hagmi.printed import facts
from gameplay.games.hagmi.strength import can_act, current_armour
from gameplay.games.hagmi.table import HagmiTable, controller, opponents
from gameplay.games.hagmi.terms import ALL_TARGETS, Card

CARD_VALUE, FUEL_VALUE = 0.8, 0.7
DAMAGE_VALUE, DEFEAT_VALUE = 1.6, 20.0
TARGETED_EFFECTS = (
    damage.Damage,
    remove.Destroy,
    remove.Return,
    condition.Boost,
    condition.Afflict,
    condition.Ready,
    condition.Repair,
    fuel.Drain,
    fuel.SupplyFuel,
)


def card_value(table: HagmiTable, card: int) -> float:
    """Return the value of a card in any zone."""
    return _card_value(table.cards[card])


@lru_cache(maxsize=4096)
def _card_value(card: Card) -> float:
    text = 0.6 * (len(card.skills) + len(card.triggers) + len(card.effects))
    if card.type != "weapon":
        return 1.2 + text
    reach = 1.6 if card.targets == ALL_TARGETS else 1 + 0.2 * (card.targets - 1)
    return 0.8 * card.firepower * reach + 0.3 * card.armour - 0.4 * card.consumption + text


# --- texts ------------------------------------------------------------------------------------


def text_value(table: HagmiTable, seat: int, card: int) -> float:
    """Return the value of playing ``card`` now, including its skills if it becomes a facility."""
    printed = facts(table.cards[card].printed)
    value = effect_value(getattr(printed, "do", ()), table, seat, card)
    if table.cards[card].stays:
        value += sum(facility_skill_value(skill, table, seat) for skill in printed.skills)
    return value


def skill_value(table: HagmiTable, seat: int, unit: int, number: int) -> float:
    """Return the value of using a skill with timing: main, without its cost."""
    skills = [skill for skill in facts(table.cards[unit].printed).skills if isinstance(skill, abilities.MainSkill)]
    return effect_value(skills[number].do, table, seat, unit)


def facility_skill_value(skill: Effect, table: HagmiTable, seat: int) -> float:
    """Return the value of one skill of a facility. An aura is worth more for each unit it affects now."""
    if isinstance(skill, abilities.Aura):
        return (1.0 * skill.firepower + 0.6 * skill.armour) * (0.8 + 0.7 * len(_matching_cards(skill.to, table, seat)))
    if isinstance(skill, abilities.Convoy):
        return 2.4 * skill.dice
    return 2.2


effect_value = EffectValues()
"""Value of an effect that resolves now. Repair is worth nothing: damage is removed at the end of the turn."""


@effect_value.register
def _(effect: composite.Roll, table: HagmiTable, seat: int, card: int) -> float:
    return sum(effect_value(side, table, seat, card) for side in (effect.low, effect.high)) / 2


@effect_value.register
def _(effect: draw.Draw, table: HagmiTable, seat: int, card: int) -> float:
    return CARD_VALUE * effect.count


@effect_value.register
def _(effect: draw.Logistics, table: HagmiTable, seat: int, card: int) -> float:
    return 0.0 if table.defeated[seat] else CARD_VALUE * effect.dice + 0.1


@effect_value.register
def _(effect: damage.Hit, table: HagmiTable, seat: int, card: int) -> float:
    hit = [other for other in opponents(table, seat) if not table.defeated[other]]
    return max(
        (DEFEAT_VALUE if not table.damage[other] else DAMAGE_VALUE * effect.amount for other in hit), default=0.0
    )


@effect_value.register
def _(effect: cards.Discard, table: HagmiTable, seat: int, card: int) -> float:
    losers = {"you": [seat], "each": [seat, *opponents(table, seat)]}.get(effect.who, opponents(table, seat))
    lost = [CARD_VALUE * min(effect.count, len(table.hand[loser])) * (1 if loser != seat else -1) for loser in losers]
    return max(lost) if effect.who == "opponent" else sum(lost)


@effect_value.register
def _(effect: cards.Recover, table: HagmiTable, seat: int, card: int) -> float:
    fitting = sum(table.cards[each].type == effect.type for each in table.discard[seat])
    return 1.4 * CARD_VALUE * min(effect.count, fitting)


@effect_value.register
def _(effect: cards.Mend, table: HagmiTable, seat: int, card: int) -> float:
    own = [card for card in table.discard[seat] if table.cards[card].back == "damage" and table.owners[card] == seat]
    return DAMAGE_VALUE * min(effect.count, len(own))


@effect_value.register
def _(effect: cards.Unveil, table: HagmiTable, seat: int, card: int) -> float:
    return max((text_value(table, seat, secret) for secret in table.secrets[seat]), default=0.0)


# --- targets ------------------------------------------------------------------------------------


def target_value(table: HagmiTable, seat: int, card: int, target: int) -> float:
    """Return the value for ``seat`` if the effects of ``card`` affect ``target``."""
    acts = [
        act
        for act in targeted_effects_of(table.cards[card])
        if act.what is not None and target in _matching_cards(act.what, table, seat)
    ]
    return sum(_sign(table, seat, target) * harm_value(act, table, target) for act in acts)


def targeted_effect_value(effect: Any, table: HagmiTable, seat: int, card: int) -> float:
    """Return the value of a targeted effect: on its best target, or the sum if it affects every match."""
    what = effect.what
    targets = _matching_cards(what, table, seat) if what else [card] if controller(table, card) is not None else []
    values = [_sign(table, seat, target) * harm_value(effect, table, target) for target in targets]
    return sum(values) if what and what.every else max(values, default=0.0)


for _effect_type in TARGETED_EFFECTS:
    effect_value.register(_effect_type, targeted_effect_value)


@singledispatch
def harm_value(effect: Effect, table: HagmiTable, target: int) -> float:
    """Return what the effect costs the controller of its target; negative if it helps."""
    return 0.0


@harm_value.register
def _(effect: damage.Damage, table: HagmiTable, target: int) -> float:
    armour = current_armour(table, target)
    is_destroyed = armour and effect.amount >= armour - table.damage_taken.get(target, 0)
    return _loss_value(table, target) if is_destroyed else 0.15 * effect.amount


@harm_value.register
def _(effect: remove.Destroy, table: HagmiTable, target: int) -> float:
    return _loss_value(table, target)


@harm_value.register
def _(effect: remove.Return, table: HagmiTable, target: int) -> float:
    return _loss_value(table, target) - 1.5 * CARD_VALUE


@harm_value.register
def _(effect: condition.Boost, table: HagmiTable, target: int) -> float:
    """Firepower counts fully before the controller's own Battle phase, otherwise a little."""
    if table.step == "main" and controller(table, target) == table.active:
        return -(1.1 * effect.firepower + 0.2 * effect.armour) * can_act(table, target)
    return -0.2 * (effect.firepower + effect.armour)


@harm_value.register
def _(effect: condition.Afflict, table: HagmiTable, target: int) -> float:
    """An ailment ends in the next standby step of the unit's controller, so it counts little after a battle."""
    if effect.ailment == "cut_off":
        return 0.1
    share = 0.1 if table.step == "main2" else 0.5 if effect.ailment == "down" else 0.15
    return share * card_value(table, target) * can_act(table, target)


@harm_value.register
def _(effect: condition.Ready, table: HagmiTable, target: int) -> float:
    return -DAMAGE_VALUE * table.cards[target].firepower * (can_act(table, target) and target in table.attacked_units)


@harm_value.register
def _(effect: fuel.Drain, table: HagmiTable, target: int) -> float:
    return FUEL_VALUE * min(effect.count, len(table.fuel[target]))


@harm_value.register
def _(effect: fuel.SupplyFuel, table: HagmiTable, target: int) -> float:
    """Fuel counts most up to the cost of one attack and one defence."""
    holder = controller(table, target)
    assert holder is not None
    if table.defeated[holder]:
        return 0.0
    available = {"discard": len(table.discard[holder]), "hand": len(table.hand[holder])}
    count = min(effect.count, available.get(effect.source, effect.count))
    lacking = min(count, max(0, 2 * table.cards[target].consumption - len(table.fuel.get(target, ()))))
    return (CARD_VALUE * count if effect.source == "hand" else 0.0) - FUEL_VALUE * (0.4 * count + 0.6 * lacking)


@lru_cache(maxsize=4096)
def targeted_effects_of(card: Card) -> tuple[Any, ...]:
    """Return the targeted effects of a card, nested ones included."""
    printed = facts(card.printed)
    texts = [*getattr(printed, "do", ()), *printed.skills]
    found = []
    while texts:
        text = texts.pop()
        if isinstance(text, TARGETED_EFFECTS):
            found.append(text)
        for part in ("do", "one", "other", "low", "high"):
            texts += getattr(text, part, ())
    return tuple(found)


def _sign(table: HagmiTable, seat: int, target: int) -> int:
    """Return 1 if harm to the card is good for ``seat``, -1 if the card belongs to its own side."""
    holder = controller(table, target)
    return -1 if holder is not None and table.are_allied(seat, holder) else 1


def _loss_value(table: HagmiTable, card: int) -> float:
    """Return the value that is lost if a card leaves the battlefield with its fuel."""
    return card_value(table, card) + 0.5 * FUEL_VALUE * len(table.fuel.get(card, ()))


def _matching_cards(what: Filter, table: HagmiTable, seat: int) -> list[int]:
    return _compiled_filter(what)(table, seat)


@lru_cache(maxsize=1024)
def _compiled_filter(what: Filter) -> CompiledFilter:
    return what.compile()
