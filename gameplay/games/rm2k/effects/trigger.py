"""Triggered effects."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.text import composite
from gameplay.games.rm2k.conditions import Condition
from gameplay.games.rm2k.effects.base import Ability, Rm2kEffect
from gameplay.games.rm2k.effects.composite import If

TriggerEvent = Literal["begins", "ends", "enters", "wins", "loses"]

TRIGGER_PHRASES: dict[TriggerEvent, tuple[str, str]] = {
    "begins": ("At the beginning of {own_turn}", "{own_turn}の開始時"),
    "ends": ("At the end of {own_turn}", "{own_turn}の終了時"),
    "enters": ("When this card enters play", "このカードが場に出た時"),
    "wins": ("When {self} wins a Challenge", "{self}がチャレンジに勝った時"),
    "loses": ("When {self} loses a Challenge", "{self}がチャレンジに負けた時"),
}


@dataclass(frozen=True)
class Trigger(Ability, composite.Trigger, verb="on"):
    """When ``happens`` occurs, these effects resolve if the condition holds. On an Attach, it is about its User."""

    happens: TriggerEvent
    do: tuple[Rm2kEffect, ...]
    when: Condition | None = None

    moment_phrases = TRIGGER_PHRASES
    if_type = If
