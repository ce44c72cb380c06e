"""Verbs that contain other verbs."""

from dataclasses import dataclass

from gameplay.engine.text import composite
from gameplay.games.rm2k.conditions import Condition
from gameplay.games.rm2k.effects.base import Rm2kEffect


@dataclass(frozen=True)
class May(Rm2kEffect, composite.May, verb="may"):
    """You may do all of it or none of it."""

    do: tuple[Rm2kEffect, ...]


@dataclass(frozen=True)
class If(Rm2kEffect, composite.If, verb="if"):
    """Do it only if the condition holds."""

    when: Condition
    do: tuple[Rm2kEffect, ...]


@dataclass(frozen=True)
class Either(Rm2kEffect, composite.Either, verb="either"):
    """Choose one of two."""

    one: tuple[Rm2kEffect, ...]
    other: tuple[Rm2kEffect, ...]
