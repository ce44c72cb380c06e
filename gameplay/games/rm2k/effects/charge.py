"""Putting sync tokens on a Syncing card without lag."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.nouns import tokens_text
from gameplay.games.rm2k.table import Rm2kTable


@dataclass(frozen=True)
class Charge(Rm2kEffect, verb="charge"):
    """Put ``count`` sync tokens on the Syncing card of one of your Users (RM-5.2.1)."""

    count: int = 1

    def compile(self) -> CompiledEffect:
        count = self.count

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            carriers = [user for user in table.users[seat] if user in table.syncing_cards]
            carrier = yield from choose_card(seat, "aim", carriers, ("charge_for", card))
            if carrier is not None:
                table.tokens[table.syncing_cards[carrier]] += count
                table.events.append(("charged", carrier, count))

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"自分の同期中のカード1枚に同期トークンを{self.count}個置く"
        return f"put {tokens_text(self.count, 'sync token')} on a Syncing card of yours"
