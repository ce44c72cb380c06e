"""Drawing cards."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Rm2kEffect, Who, affected_seats
from gameplay.games.rm2k.table import Rm2kTable, draw_card

WHO_WORDS: dict[Who, tuple[str, str]] = {
    "you": ("draw ", ""),
    "opponent": ("an opponent draws ", "相手1人は"),
    "each": ("each player draws ", "各プレイヤーは"),
}


@dataclass(frozen=True)
class Draw(Rm2kEffect, verb="draw"):
    """The players ``who`` draw ``count`` cards, as long as their deck has any (RM-3.6.7)."""

    count: int = 1
    who: Who = "you"

    def compile(self) -> CompiledEffect:
        count, who = self.count, self.who

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            for drawer in (yield from affected_seats(table, seat, card, who)):
                for _ in range(count):
                    draw_card(table, drawer)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"{WHO_WORDS[self.who][1]}カードを{self.count}枚引く"
        return WHO_WORDS[self.who][0] + ("a card" if self.count == 1 else f"{self.count} cards")
