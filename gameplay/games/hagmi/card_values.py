"""What cards and their texts are worth to a seat, judged by what it may see.

Worths are about damage cards of a player, house values, tried in games between bots.
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
    """What a card is worth to have, wherever it lies."""
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
    """What the text of ``card`` is worth if ``seat`` plays it now, what stays included."""
    printed = facts(table.cards[card].printed)
    value = effect_value(getattr(printed, "do", ()), table, seat, card)
    if table.cards[card].stays:
        value += sum(facility_skill_value(skill, table, seat) for skill in printed.skills)
    return value


def skill_value(table: HagmiTable, seat: int, unit: int, number: int) -> float:
    """What a use of a skill with timing: main is worth, without what it costs."""
    skills = [skill for skill in facts(table.cards[unit].printed).skills if isinstance(skill, abilities.MainSkill)]
    return effect_value(skills[number].do, table, seat, unit)


def facility_skill_value(skill: Effect, table: HagmiTable, seat: int) -> float:
    """What a facility is worth for one of its skills: most for units that are there already."""
    if isinstance(skill, abilities.Aura):
        return (1.0 * skill.firepower + 0.6 * skill.armour) * (0.8 + 0.7 * len(_matching_cards(skill.to, table, seat)))
    if isinstance(skill, abilities.Convoy):
        return 2.4 * skill.dice
    return 2.2


effect_value = EffectValues()
"""What effects are worth to a seat if they were done now; what heals is worth nothing, the turn's end does that."""


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


# --- what a text is aimed at --------------------------------------------------------------------


def target_value(table: HagmiTable, seat: int, card: int, target: int) -> float:
    """What it is worth to ``seat`` that the text of ``card`` reaches ``target``, of all it might reach."""
    acts = [
        act
        for act in targeted_effects_of(table.cards[card])
        if act.what is not None and target in _matching_cards(act.what, table, seat)
    ]
    return sum(_sign(table, seat, target) * harm_value(act, table, target) for act in acts)


def targeted_effect_value(effect: Any, table: HagmiTable, seat: int, card: int) -> float:
    """What an aimed effect is worth: at its best aim, or at every one."""
    what = effect.what
    aims = _matching_cards(what, table, seat) if what else [card] if controller(table, card) is not None else []
    worths = [_sign(table, seat, aim) * harm_value(effect, table, aim) for aim in aims]
    return sum(worths) if what and what.every else max(worths, default=0.0)


for _aimed in TARGETED_EFFECTS:
    effect_value.register(_aimed, targeted_effect_value)


@singledispatch
def harm_value(effect: Effect, table: HagmiTable, aim: int) -> float:
    """What an aimed effect costs who has the card it reaches, below 0 if it helps."""
    return 0.0


@harm_value.register
def _(effect: damage.Damage, table: HagmiTable, aim: int) -> float:
    thick = current_armour(table, aim)
    falls = thick and effect.amount >= thick - table.damage_taken.get(aim, 0)
    return _loss_value(table, aim) if falls else 0.15 * effect.amount


@harm_value.register
def _(effect: remove.Destroy, table: HagmiTable, aim: int) -> float:
    return _loss_value(table, aim)


@harm_value.register
def _(effect: remove.Return, table: HagmiTable, aim: int) -> float:
    return _loss_value(table, aim) - 1.5 * CARD_VALUE


@harm_value.register
def _(effect: condition.Boost, table: HagmiTable, aim: int) -> float:
    """Firepower before the own battle is damage; at other times a boost may turn a fight."""
    if table.step == "main" and controller(table, aim) == table.active:
        return -(1.1 * effect.firepower + 0.2 * effect.armour) * can_act(table, aim)
    return -0.2 * (effect.firepower + effect.armour)


@harm_value.register
def _(effect: condition.Afflict, table: HagmiTable, aim: int) -> float:
    """It is over in the next standby step of who has the unit: before a battle it counts, later little."""
    if effect.ailment == "cut_off":
        return 0.1
    share = 0.1 if table.step == "main2" else 0.5 if effect.ailment == "down" else 0.15
    return share * card_value(table, aim) * can_act(table, aim)


@harm_value.register
def _(effect: condition.Ready, table: HagmiTable, aim: int) -> float:
    return -DAMAGE_VALUE * table.cards[aim].firepower * (can_act(table, aim) and aim in table.attacked_units)


@harm_value.register
def _(effect: fuel.Drain, table: HagmiTable, aim: int) -> float:
    return FUEL_VALUE * min(effect.count, len(table.fuel[aim]))


@harm_value.register
def _(effect: fuel.SupplyFuel, table: HagmiTable, aim: int) -> float:
    """Fuel helps most as far as a unit lacks what an attack and a defence cost."""
    holder = controller(table, aim)
    assert holder is not None
    if table.defeated[holder]:
        return 0.0
    there = {"discard": len(table.discard[holder]), "hand": len(table.hand[holder])}
    count = min(effect.count, there.get(effect.source, effect.count))
    lacking = min(count, max(0, 2 * table.cards[aim].consumption - len(table.fuel.get(aim, ()))))
    return (CARD_VALUE * count if effect.source == "hand" else 0.0) - FUEL_VALUE * (0.4 * count + 0.6 * lacking)


@lru_cache(maxsize=4096)
def targeted_effects_of(card: Card) -> tuple[Any, ...]:
    """The aimed effects of a card, wherever they stand in its text."""
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


def _sign(table: HagmiTable, seat: int, aim: int) -> int:
    """Whether harm to a card is good for ``seat``: 1 for an opponent's, -1 for an own one or a teammate's."""
    holder = controller(table, aim)
    return -1 if holder is not None and table.are_allied(seat, holder) else 1


def _loss_value(table: HagmiTable, card: int) -> float:
    """What goes with a card of the battlefield."""
    return card_value(table, card) + 0.5 * FUEL_VALUE * len(table.fuel.get(card, ()))


def _matching_cards(what: Filter, table: HagmiTable, seat: int) -> list[int]:
    return _compiled_filter(what)(table, seat)


@lru_cache(maxsize=1024)
def _compiled_filter(what: Filter) -> CompiledFilter:
    return what.compile()
