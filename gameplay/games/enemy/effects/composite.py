"""Verbs made of other verbs."""

from dataclasses import dataclass

from gameplay.engine.text import composite
from gameplay.games.enemy.conditions import Condition
from gameplay.games.enemy.effects.base import EnemyEffect


@dataclass(frozen=True)
class May(EnemyEffect, composite.May, verb="may"):
    """You may do all of it, or none."""

    do: tuple[EnemyEffect, ...]


@dataclass(frozen=True)
class If(EnemyEffect, composite.If, verb="if"):
    """Done only while the condition holds."""

    when: Condition
    do: tuple[EnemyEffect, ...]


@dataclass(frozen=True)
class Either(EnemyEffect, composite.Either, verb="either"):
    """You choose one of two."""

    one: tuple[EnemyEffect, ...]
    other: tuple[EnemyEffect, ...]
