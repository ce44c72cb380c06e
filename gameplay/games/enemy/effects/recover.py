"""Recover cards from your discard pile."""

from dataclasses import dataclass, field
from typing import Literal

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.filters import Filter
from gameplay.games.enemy.table import EnemyTable, shuffle_into_deck


@dataclass(frozen=True)
class Recover(EnemyEffect, verb="recover"):
    """You choose ``count`` matching cards in your discard pile, one by one, and put them into the zone ``to``."""

    what: Filter = field(default_factory=Filter)
    to: Literal["hand", "top", "deck"] = "hand"
    count: int = 1

    def compile(self) -> CompiledEffect:
        matches, to, count = self.what.compile_for_card(), self.to, self.count

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            for _ in range(count):
                targets = [each for each in table.discard[seat] if matches(table.cards[each])]
                target = yield from choose_card(seat, "recover", targets, ("recover_for", card))
                if target is None:
                    return
                recover_card(table, seat, target, to)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            to = {"hand": "手札に加える", "top": "デッキの一番上に置く", "deck": "デッキに加えて切る"}[self.to]
            return f"自分の捨て札の{self.what.counted_text('ja', self.count)}を{to}"
        what = self.what.counted_text("en", self.count)
        return {
            "hand": f"return {what} from your discard pile to your hand",
            "top": f"put {what} from your discard pile on top of your deck",
            "deck": f"shuffle {what} from your discard pile into your deck",
        }[self.to]


def recover_card(table: EnemyTable, seat: int, card: int, to: str) -> None:
    table.discard[seat].remove(card)
    if to == "hand":
        table.hand[seat].append(card)
    elif to == "top":
        table.top[seat].append(card)
    else:
        shuffle_into_deck(table, seat, [card])
    table.events.append(("recovered", seat, card))
