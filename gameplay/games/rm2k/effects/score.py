"""Gaining and losing victory points."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.core.typed_data import Signed
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Rm2kEffect, Who, affected_seats
from gameplay.games.rm2k.table import Rm2kTable, change_vp

WHO_WORDS: dict[Who, tuple[str, str, str]] = {
    "you": ("you get", "you lose", "自分は"),
    "opponent": ("an opponent gets", "an opponent loses", "相手1人は"),
    "each": ("each player gets", "each player loses", "各プレイヤーは"),
}


@dataclass(frozen=True)
class Score(Rm2kEffect, verb="score"):
    """The players ``who`` get or lose VP, at least 0. Reaching the target does not win immediately (RM-3.5.3)."""

    amount: Signed
    who: Who = "you"

    def compile(self) -> CompiledEffect:
        amount, who = self.amount, self.who

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            for scorer in (yield from affected_seats(table, seat, card, who)):
                change_vp(table, scorer, max(amount, -table.vp[scorer]))

        return act

    def say(self, language: str) -> str:
        gets, loses, ja = WHO_WORDS[self.who]
        if language == "ja":
            return f"{ja}勝利点{abs(self.amount)}点を{'得る' if self.amount > 0 else '失う'}"
        return f"{gets if self.amount > 0 else loses} {abs(self.amount)} VP"
