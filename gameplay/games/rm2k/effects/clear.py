"""Remove lag from Users."""

from dataclasses import dataclass

from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.effects.user_effect import UserEffect
from gameplay.games.rm2k.table import Rm2kTable, clear_lag


@dataclass(frozen=True)
class Clear(UserEffect, Rm2kEffect, verb="clear"):
    """Up to ``count`` lag is removed from the Users meant (RM-3.2.2)."""

    count: int = 1

    def apply_to(self, table: Rm2kTable, user: int) -> None:
        removed = clear_lag(table, user, self.count)
        if removed:
            table.events.append(("cleared_lag", user, removed))

    def say(self, language: str) -> str:
        whose = self.users_text(language)
        return (
            f"{whose}のラグを{self.count}個まで取り除く"
            if language == "ja"
            else f"remove up to {self.count} lag from {whose}"
        )
