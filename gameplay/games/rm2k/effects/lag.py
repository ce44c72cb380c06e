"""Putting lag on Users."""

from dataclasses import dataclass

from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.effects.user_effect import UserEffect
from gameplay.games.rm2k.table import Rm2kTable, add_lag


@dataclass(frozen=True)
class Lag(UserEffect, Rm2kEffect, verb="lag"):
    """Put ``count`` lag on the Users, regardless of their bandwidth."""

    count: int = 1

    def apply_to(self, table: Rm2kTable, user: int) -> None:
        add_lag(table, user, self.count)
        table.events.append(("lagged", user, self.count))

    def say(self, language: str) -> str:
        users = self.users_text(language)
        return f"{users}にラグを{self.count}個置く" if language == "ja" else f"put {self.count} lag on {users}"
