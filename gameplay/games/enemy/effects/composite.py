"""Verbs that contain other verbs."""

from dataclasses import dataclass

from gameplay.engine.text import composite
from gameplay.games.enemy.conditions import Condition
from gameplay.games.enemy.effects.base import EnemyEffect


@dataclass(frozen=True)
class May(EnemyEffect, composite.May, verb="may"):
    """You may resolve all of these effects, or none of them."""

    do: tuple[EnemyEffect, ...]


@dataclass(frozen=True)
class If(EnemyEffect, composite.If, verb="if"):
    """These effects happen only if the condition holds."""

    when: Condition
    do: tuple[EnemyEffect, ...]


@dataclass(frozen=True)
class Either(EnemyEffect, composite.Either, verb="either"):
    """You choose one of two groups of effects."""

    one: tuple[EnemyEffect, ...]
    other: tuple[EnemyEffect, ...]
