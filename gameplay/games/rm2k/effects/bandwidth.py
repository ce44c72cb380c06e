"""Changes of bandwidth, until the end of the turn or permanently."""

from dataclasses import dataclass

from gameplay.engine.core.typed_data import Signed
from gameplay.games.rm2k.bandwidths import change_bandwidth
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.effects.user_effect import UserEffect
from gameplay.games.rm2k.table import Rm2kTable


@dataclass(frozen=True)
class Bandwidth(UserEffect, Rm2kEffect, verb="bandwidth"):
    """The Users get ``amount`` bandwidth, at least 0, until the end of the turn or ``forever`` (RM-4.2.3)."""

    amount: Signed = -1
    forever: bool = False

    def apply_to(self, table: Rm2kTable, user: int) -> None:
        change_bandwidth(table, user, self.amount, forever=self.forever)
        table.events.append(("drained" if self.forever else "bent", user, self.amount))

    def say(self, language: str) -> str:
        users = self.users_text(language)
        if language == "ja":
            return f"{users}は{'永久に' if self.forever else 'ターン終了まで'}帯域{self.amount:+d}"
        return (
            f"{users} gets {self.amount:+d} bandwidth {'permanently' if self.forever else 'until the end of the turn'}"
        )
