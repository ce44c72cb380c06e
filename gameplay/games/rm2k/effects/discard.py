"""Discard cards from the hand."""

from dataclasses import dataclass

from gameplay.engine.core.asks import Rules, choose
from gameplay.engine.core.zones import distinct
from gameplay.engine.text.effects import Act
from gameplay.games.rm2k.effects.base import Rm2kEffect, Who, seats_of
from gameplay.games.rm2k.table import Rm2kTable, discard_from_hand

DOES: dict[Who, tuple[str, str]] = {
    "you": ("discard ", "自分は"),
    "opponent": ("an opponent discards ", "相手1人は"),
    "each": ("each player discards ", "各プレイヤーは"),
}


@dataclass(frozen=True)
class Discard(Rm2kEffect, verb="discard"):
    """``who`` chooses and discards ``count`` cards of the hand, or all there are."""

    count: int = 1
    who: Who = "you"

    def compile(self) -> Act:
        count, who = self.count, self.who

        def act(table: Rm2kTable, seat: int, card: int) -> Rules:
            for loser in (yield from seats_of(table, seat, card, who)):
                for _ in range(count):
                    hand = distinct(table, table.hand[loser])
                    lost = yield from choose(loser, "discard", hand, ("discard_for", card))
                    if lost is not None:
                        discard_from_hand(table, loser, lost)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"{DOES[self.who][1]}手札を{self.count}枚捨てる"
        return DOES[self.who][0] + ("a card" if self.count == 1 else f"{self.count} cards")
