"""Removing lag from Users."""

from dataclasses import dataclass

from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.effects.user_effect import UserEffect
from gameplay.games.rm2k.table import Rm2kTable, clear_lag


@dataclass(frozen=True)
class Clear(UserEffect, Rm2kEffect, verb="clear"):
    """Remove up to ``count`` lag from the Users (RM-3.2.2)."""

    count: int = 1

    def apply_to(self, table: Rm2kTable, user: int) -> None:
        removed = clear_lag(table, user, self.count)
        if removed:
            table.events.append(("cleared_lag", user, removed))

    def say(self, language: str) -> str:
        users = self.users_text(language)
        if language == "ja":
            return f"{users}のラグを{self.count}個{'まで' if self.count > 1 else ''}取り除く"
        return f"remove {'up to ' if self.count > 1 else ''}{self.count} lag from {users}"
