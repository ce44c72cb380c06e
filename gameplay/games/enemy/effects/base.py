"""What all verbs share: the two registries, and the seats a text speaks of."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.text.effects import Effect
from gameplay.games.enemy.table import EnemyTable, opponent_of

Who = Literal["you", "opponent", "each"]


@dataclass(frozen=True)
class EnemyEffect(Effect):
    """Something that happens once."""


@dataclass(frozen=True)
class Ability(Effect):
    """Something that holds, or waits, while its card is in play."""


def affected_seats(table: EnemyTable, seat: int, who: Who) -> list[int]:
    """The seats a text speaks of, the turn player's first."""
    if who == "you":
        return [seat]
    other = opponent_of(table, seat)
    if who == "opponent":
        return [other]
    return sorted([seat, other], key=lambda each: each != table.active)
