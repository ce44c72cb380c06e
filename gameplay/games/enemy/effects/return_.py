"""Return a card in play to its owner's hand."""

from dataclasses import dataclass

from gameplay.engine.core.asks import Rules, choose
from gameplay.engine.text.effects import Act
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.filters import Filter, in_play
from gameplay.games.enemy.table import EnemyTable, to_discard, zone_of


@dataclass(frozen=True)
class Return(EnemyEffect, verb="return"):
    """You choose a matching card in play; it goes to its owner's hand, what lies under it is discarded."""

    what: Filter

    def compile(self) -> Act:
        matches = self.what.compile()

        def act(table: EnemyTable, seat: int, card: int) -> Rules:
            aims = [aim for aim in in_play(table, seat, matches) if aim not in table.attack]
            aim = yield from choose(seat, "return", aims, ("return_for", card))
            if aim is not None:
                to_hand(table, aim)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"{self.what.aim('ja')}を持ち主の手札に戻す"
        return f"return {self.what.aim('en')} to its owner's hand"


def to_hand(table: EnemyTable, card: int) -> None:
    zone_of(table, card).remove(card)
    table.wounded.discard(card)
    for below in table.under.pop(card, ()):
        to_discard(table, below)
    table.hand[table.owners[card]].append(card)
    table.events.append(("returned", card))
