"""What all verbs share: the two registries, and how a text makes somebody choose."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from gameplay.engine.asks import CARD, Ask, Option, Rules
from gameplay.engine.effects import Act, Effect
from gameplay.games.enemy.table import EnemyTable, opponent

Who = Literal["you", "opponent", "each"]


@dataclass(frozen=True)
class EnemyEffect(Effect):
    """Something that happens once."""


@dataclass(frozen=True)
class Ability(Effect):
    """Something that holds, or waits, while its card is in play."""


def seats_of(table: EnemyTable, seat: int, who: Who) -> list[int]:
    """The seats a text speaks of, the turn player's first."""
    if who == "you":
        return [seat]
    other = opponent(table, seat)
    if who == "opponent":
        return [other]
    return sorted([seat, other], key=lambda each: each != table.active)


def choose(seat: int, code: str, cards: Iterable[int], about: Option) -> Rules:
    """Have ``seat`` choose one of ``cards``; answers its id, or None with none to choose."""
    options = [(code, card) for card in cards]
    if not options:
        return None
    chosen = yield Ask(seat, CARD, options, about)
    return chosen[1]


def perform(acts: Sequence[Act], table: EnemyTable, seat: int, card: int) -> Rules:
    """Do several effects in printed order."""
    for act in acts:
        yield from act(table, seat, card)
