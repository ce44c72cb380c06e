"""Discarding cards from hand."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.core.zones import offered_cards
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Rm2kEffect, Who, affected_seats
from gameplay.games.rm2k.table import Rm2kTable, discard_from_hand

WHO_WORDS: dict[Who, tuple[str, str]] = {
    "you": ("discard ", "自分は"),
    "opponent": ("an opponent discards ", "相手1人は"),
    "each": ("each player discards ", "各プレイヤーは"),
}


@dataclass(frozen=True)
class Discard(Rm2kEffect, verb="discard"):
    """The players ``who`` discard ``count`` cards of their choice from hand."""

    count: int = 1
    who: Who = "you"

    def compile(self) -> CompiledEffect:
        count, who = self.count, self.who

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            for loser in (yield from affected_seats(table, seat, card, who)):
                for _ in range(count):
                    hand = offered_cards(table, table.hand[loser])
                    lost = yield from choose_card(loser, "discard", hand, ("discard_for", card))
                    if lost is not None:
                        discard_from_hand(table, loser, lost)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"{WHO_WORDS[self.who][1]}手札を{self.count}枚捨てる"
        return WHO_WORDS[self.who][0] + ("a card" if self.count == 1 else f"{self.count} cards")
