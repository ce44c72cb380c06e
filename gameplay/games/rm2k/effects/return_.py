"""Returning a card in play to its owner's hand."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.filters import Filter, possible_targets
from gameplay.games.rm2k.table import Rm2kTable, leave_play


@dataclass(frozen=True)
class Return(Rm2kEffect, verb="return"):
    """Return a matching User or Attach in play to its owner's hand."""

    what: Filter

    def compile(self) -> CompiledEffect:
        find = self.what.compile()

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            targets = possible_targets(table, seat, card, find)
            target = yield from choose_card(seat, "aim", targets, ("return_for", card))
            if target is not None:
                table.events.append(("returned", target))
                leave_play(table, target)
                table.hand[table.owners[target]].append(target)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"{self.what.counted_text('ja')}を持ち主の手札に戻す"
        return f"return {self.what.counted_text('en')} to its owner's hand"
