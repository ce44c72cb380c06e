"""Hide cards from the hand without making a play."""

from dataclasses import dataclass

from gameplay.engine.core.asks import CARD, Ask, RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.table import EnemyTable


@dataclass(frozen=True)
class Stash(EnemyEffect, verb="stash"):
    """You may hide up to ``count`` cards from your hand, within the limit of hidden cards (ENE-7.3)."""

    count: int = 1

    def compile(self) -> CompiledEffect:
        count = self.count

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            for _ in range(min(count, table.variant.hidden - len(table.hidden[seat]), len(table.hand[seat]))):
                options = [("hide", hidden) for hidden in table.hand[seat]]
                chosen = yield Ask(seat, CARD, [*options, ("enough",)], ("stash_for", card))
                if chosen[0] == "enough":
                    return
                table.hand[seat].remove(chosen[1])
                table.hidden[seat].append(chosen[1])
                table.events.append(("hid", seat, chosen[1]))

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            cards = f"手札を{self.count}枚まで" if self.count > 1 else "手札1枚を"
            return f"{cards}伏せ札として置くことができる"
        return (
            f"hide up to {self.count} cards from your hand" if self.count > 1 else "you may hide a card from your hand"
        )
