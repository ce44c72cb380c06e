"""Return a card in play to its owner's hand."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.filters import Filter, possible_targets
from gameplay.games.enemy.table import EnemyTable, put_in_discard, zone_containing


@dataclass(frozen=True)
class Return(EnemyEffect, verb="return"):
    """You choose a matching card in play; it returns to its owner's hand, and the cards under it are discarded."""

    what: Filter

    def compile(self) -> CompiledEffect:
        matches = self.what.compile()

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            targets = [each for each in possible_targets(table, seat, matches) if each not in table.attack]
            target = yield from choose_card(seat, "return", targets, ("return_for", card))
            if target is not None:
                return_to_hand(table, target)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"{self.what.target_text('ja')}を持ち主の手札に戻す"
        return f"return {self.what.target_text('en')} to its owner's hand"


def return_to_hand(table: EnemyTable, card: int) -> None:
    zone_containing(table, card).remove(card)
    table.wounded.discard(card)
    for below in table.cards_under.pop(card, ()):
        put_in_discard(table, below)
    table.hand[table.owners[card]].append(card)
    table.events.append(("returned", card))
