"""A bonus for a side of the current Challenge."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.core.typed_data import Signed
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.table import Rm2kTable


@dataclass(frozen=True)
class Boost(Rm2kEffect, verb="boost"):
    """Your side of this Challenge, or ``theirs``, gets ``amount`` to its total (RM-8.2.2, 8.2.3).

    For a player who takes no part, "your side" is the Attackers' side.
    """

    amount: Signed
    theirs: bool = False

    def compile(self) -> CompiledEffect:
        amount, theirs = self.amount, self.theirs

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            contest = table.challenge
            if contest is not None:
                side = contest.side_of(seat) or 0
                affected = 1 - side if theirs else side
                contest.bonus[affected] += amount
                table.events.append(("boosted", ("attackers", "defenders")[affected], amount))
            return
            yield

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"このチャレンジの{'相手' if self.theirs else '自分'}側は{self.amount:+d}"
        return f"{'the other' if self.theirs else 'your'} side of this Challenge gets {self.amount:+d}"
