"""Destroy a card in play, or a hidden card."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import Rules, choose
from gameplay.engine.text.effects import Act
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.filters import Filter, in_play
from gameplay.games.enemy.table import EnemyTable, opponent
from gameplay.games.enemy.table import destroy as destroy_card


@dataclass(frozen=True)
class Destroy(EnemyEffect, verb="destroy"):
    """You choose a matching card in play, not in a score pile nor in the attack; it is destroyed (ENE-2.6)."""

    what: Filter

    def compile(self) -> Act:
        matches = self.what.compile()

        def act(table: EnemyTable, seat: int, card: int) -> Rules:
            aims = [aim for aim in in_play(table, seat, matches) if aim not in table.attack]
            aim = yield from choose(seat, "destroy", aims, ("destroy_for", card))
            if aim is not None:
                destroy_card(table, aim)

        return act

    def say(self, language: str) -> str:
        return f"destroy {self.what.aim('en')}" if language == "en" else f"{self.what.aim('ja')}を破壊する"


@dataclass(frozen=True)
class Expose(EnemyEffect, verb="destroy_hidden"):
    """You choose a hidden card, unseen; it is destroyed."""

    whose: Literal["yours", "theirs"] = "theirs"

    def compile(self) -> Act:
        whose = self.whose

        def act(table: EnemyTable, seat: int, card: int) -> Rules:
            owner = seat if whose == "yours" else opponent(table, seat)
            aim = yield from choose(seat, "destroy_hidden", table.hidden[owner], ("destroy_for", card))
            if aim is not None:
                destroy_card(table, aim)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"{'自分' if self.whose == 'yours' else '相手'}の伏せ札1枚を破壊する"
        whose = "your" if self.whose == "yours" else "your opponent's"
        return f"destroy one of {whose} hidden cards"
