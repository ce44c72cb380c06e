"""Effects that wait for something to happen."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.text import composite
from gameplay.games.rm2k.conditions import Condition
from gameplay.games.rm2k.effects.base import Ability, Rm2kEffect
from gameplay.games.rm2k.effects.composite import If

TriggerEvent = Literal["begins", "ends", "enters", "wins", "loses"]

TRIGGER_PHRASES: dict[TriggerEvent, tuple[str, str]] = {
    "begins": ("At the beginning of {own} turn", "{own}ターンの開始時"),
    "ends": ("At the end of {own} turn", "{own}ターンの終了時"),
    "enters": ("When this card comes into play", "このカードが場に出た時"),
    "wins": ("When {self} has won a Challenge", "{self}がチャレンジに勝った時"),
    "loses": ("When {self} has lost a Challenge", "{self}がチャレンジに負けた時"),
}


@dataclass(frozen=True)
class Trigger(Ability, composite.Trigger, verb="on"):
    """When it ``happens``, these effects follow if the condition holds; of an Attach, to the User that bears it."""

    happens: TriggerEvent
    do: tuple[Rm2kEffect, ...]
    when: Condition | None = None

    moment_phrases = TRIGGER_PHRASES
    if_type = If
