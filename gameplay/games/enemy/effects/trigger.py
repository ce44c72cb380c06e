"""Effects that trigger when something happens to their card."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.text import composite
from gameplay.games.enemy.conditions import Condition
from gameplay.games.enemy.effects.base import Ability, EnemyEffect
from gameplay.games.enemy.effects.composite import If

TriggerEvent = Literal["played", "stored", "attacks", "wins", "loses", "wounded", "scored"]

TRIGGER_PHRASES: dict[TriggerEvent, tuple[str, str]] = {
    "played": ("When you play this card", "このカードをプレイした時"),
    "stored": ("When you store this monster", "このモンスターを格納した時"),
    "attacks": ("When {self} attacks", "{self}が攻撃した時"),
    "wins": ("When {self} wins a fight", "{self}が戦闘に勝った時"),
    "loses": ("When {self} loses a fight", "{self}が戦闘に負けた時"),
    "wounded": ("When {self} is wounded in a fight", "{self}が戦闘で負傷した時"),
    "scored": ("When you score this monster", "このモンスターで得点した時"),
}


@dataclass(frozen=True)
class Trigger(Ability, composite.Trigger, verb="on"):
    """When ``happens`` occurs to this card or to this item's bearer, these effects resolve if the condition holds."""

    happens: TriggerEvent
    do: tuple[EnemyEffect, ...]
    when: Condition | None = None

    moment_phrases = TRIGGER_PHRASES
    if_type = If
