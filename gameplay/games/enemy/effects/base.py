"""Base classes of verbs, which are also their registries, and the seats that a text affects."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.text.effects import Effect
from gameplay.games.enemy.table import EnemyTable, opponent_of

Who = Literal["you", "opponent", "each"]


@dataclass(frozen=True)
class EnemyEffect(Effect):
    """An effect that happens once."""


@dataclass(frozen=True)
class Ability(Effect):
    """A static or triggered ability, active while its card is in play."""


def affected_seats(table: EnemyTable, seat: int, who: Who) -> list[int]:
    """Return the seats that a text affects, the active player's first."""
    if who == "you":
        return [seat]
    other = opponent_of(table, seat)
    if who == "opponent":
        return [other]
    return sorted([seat, other], key=lambda each: each != table.active)
