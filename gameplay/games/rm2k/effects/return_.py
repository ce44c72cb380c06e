"""Return a card in play to its owner's hand."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.filters import Filter, possible_targets
from gameplay.games.rm2k.table import Rm2kTable, leave_play


@dataclass(frozen=True)
class Return(Rm2kEffect, verb="return"):
    """You choose a matching User or Attach in play; it goes back to its owner's hand."""

    what: Filter

    def compile(self) -> CompiledEffect:
        find = self.what.compile()

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            aim = yield from choose_card(seat, "aim", possible_targets(table, seat, card, find), ("return_for", card))
            if aim is not None:
                table.events.append(("returned", aim))
                leave_play(table, aim)
                table.hand[table.owners[aim]].append(aim)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"{self.what.counted_text('ja')}を持ち主の手札に戻す"
        return f"return {self.what.counted_text('en')} to its owner's hand"
