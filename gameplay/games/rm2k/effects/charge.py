"""Put sync tokens on a Syncing card without lag."""

from dataclasses import dataclass

from gameplay.engine.core.asks import Rules, choose
from gameplay.engine.text.effects import Act
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.words import tokens


@dataclass(frozen=True)
class Charge(Rm2kEffect, verb="charge"):
    """You choose a User of yours that carries a Syncing card; so many tokens are put on that card (RM-5.2.1)."""

    count: int = 1

    def compile(self) -> Act:
        count = self.count

        def act(table: Rm2kTable, seat: int, card: int) -> Rules:
            carriers = [user for user in table.users[seat] if user in table.carries]
            aim = yield from choose(seat, "aim", carriers, ("charge_for", card))
            if aim is not None:
                table.tokens[table.carries[aim]] += count
                table.events.append(("charged", aim, count))

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"自分の同期中のカード1枚に同期トークンを{self.count}個置く"
        return f"put {tokens(self.count, 'sync token')} on a Syncing card of yours"
