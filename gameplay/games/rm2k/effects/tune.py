"""Changes of a skill level until the end of the turn."""

from dataclasses import dataclass

from gameplay.engine.core.typed_data import Signed
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.effects.user_effect import UserEffect
from gameplay.games.rm2k.nouns import SKILL_NOUNS
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import SKILLS, Skill


@dataclass(frozen=True)
class Tune(UserEffect, Rm2kEffect, verb="tune"):
    """The Users get ``amount`` in ``skill`` until the end of the turn."""

    skill: Skill = "gamer"
    amount: Signed = 1

    def apply_to(self, table: Rm2kTable, user: int) -> None:
        changes = table.level_changes.setdefault(user, [0] * len(SKILLS))
        changes[SKILLS.index(self.skill)] += self.amount
        table.events.append(("tuned", user, self.amount, self.skill))

    def say(self, language: str) -> str:
        users, skill = self.users_text(language), SKILL_NOUNS[self.skill]
        if language == "ja":
            return f"{users}はターン終了まで{skill[2]}{self.amount:+d}"
        return f"{users} gets {self.amount:+d} {skill[0]} until the end of the turn"
