"""Discard cards from a hand."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect, Who, affected_seats
from gameplay.games.enemy.table import EnemyTable, discard_from_hand


@dataclass(frozen=True)
class Discard(EnemyEffect, verb="discard"):
    """``who`` discards ``count`` cards from the hand, by choice or at random."""

    count: int = 1
    who: Who = "opponent"
    how: Literal["choice", "random"] = "choice"

    def compile(self) -> CompiledEffect:
        count, who, how = self.count, self.who, self.how

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            for player in affected_seats(table, seat, who):
                for _ in range(min(count, len(table.hand[player]))):
                    if how == "random":
                        discarded = table.chance.take(table.hand[player].copy())
                    else:
                        discarded = yield from choose_card(player, "discard", table.hand[player], ("discard_for", card))
                    discard_from_hand(table, player, discarded)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            how = "無作為に" if self.how == "random" else ""
            who = {"you": "", "opponent": "相手は", "each": "各プレイヤーは"}[self.who]
            return f"{who}手札を{how}{self.count}枚捨てる"
        cards = "a card" if self.count == 1 else f"{self.count} cards"
        who = {"you": "discard", "opponent": "your opponent discards", "each": "each player discards"}[self.who]
        return f"{who} {cards}" + (" at random" if self.how == "random" else "")
