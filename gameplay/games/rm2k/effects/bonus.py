"""Bonuses while a card is in play: levels, bandwidth, and totals in Challenges."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.typed_data import Signed
from gameplay.games.rm2k.conditions import Condition
from gameplay.games.rm2k.effects.base import Ability
from gameplay.games.rm2k.nouns import SKILL_NOUNS
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import SKILLS, CompiledLevelBonus, CompiledSideBonus, Skill


@dataclass(frozen=True)
class SkillBonus(Ability, verb="level"):
    """This User, or the User with this Attach, has ``amount`` more in ``skill`` while the condition holds."""

    skill: Skill
    amount: Signed = 1
    when: Condition | None = None

    def compile_bonus(self) -> CompiledLevelBonus:
        number, amount = SKILLS.index(self.skill), self.amount
        holds = self.when.compile() if self.when else None

        def bonus(table: Rm2kTable, card: int, user: int, skill: int) -> int:
            if skill != number:
                return 0
            return amount if holds is None or holds(table, table.owners[card], card) else 0

        return bonus

    def say(self, language: str) -> str:
        skill = SKILL_NOUNS[self.skill]
        if language == "ja":
            return (f"{self.when.say('ja')}間、" if self.when else "") + f"{skill[2]}{self.amount:+d}"
        return f"{self.amount:+d} {skill[0]}" + (f" while {self.when.say('en')}" if self.when else "")


@dataclass(frozen=True)
class BandwidthBonus(Ability, verb="width"):
    """The User with this Attach has ``amount`` more bandwidth, which counts for Pingout."""

    amount: Signed

    def say(self, language: str) -> str:
        return f"帯域{self.amount:+d}" if language == "ja" else f"{self.amount:+d} bandwidth"


@dataclass(frozen=True)
class SideBonus(Ability, verb="edge"):
    """A bonus to the total of a side in a Challenge, not for each User (RM-8.2.2).

    On a Challenge, the ``attackers`` or ``defenders`` get it while the condition holds. On a User or an Attach, the
    side of that User gets it.
    """

    amount: Signed
    to: Literal["own", "attackers", "defenders"] = "own"
    when: Condition | None = None

    def compile_bonus(self) -> CompiledSideBonus:
        amount, to = self.amount, self.to
        holds = self.when.compile() if self.when else None

        def bonus(table: Rm2kTable, card: int, side: int) -> int:
            if to != "own" and side != (to == "defenders"):
                return 0
            contest = table.challenge
            assert contest is not None
            if holds is not None and not holds(table, contest.seats[side], card):
                return 0
            return amount

        return bonus

    def say(self, language: str) -> str:
        english, japanese = {
            "own": ("{self}'s side in a Challenge", "チャレンジで{self}の側の合計"),
            "attackers": ("the Attackers' side", "アタッカー側の合計"),
            "defenders": ("the Defenders' side", "ディフェンダー側の合計"),
        }[self.to]
        if language == "ja":
            return (f"{self.when.say('ja')}間、" if self.when else "") + f"{japanese}は{self.amount:+d}"
        return f"{english} gets {self.amount:+d} to its total" + (f" while {self.when.say('en')}" if self.when else "")
