"""Take cards back out of one's own discard pile."""

from dataclasses import dataclass, field
from typing import Literal

from gameplay.engine.asks import Rules
from gameplay.engine.effects import Act
from gameplay.games.enemy.effects.base import EnemyEffect, choose
from gameplay.games.enemy.filters import Filter
from gameplay.games.enemy.table import EnemyTable, shuffle_into_deck


@dataclass(frozen=True)
class Recover(EnemyEffect, verb="recover"):
    """You choose a matching card of your discard pile: to the hand, on top of the deck, or shuffled into it."""

    what: Filter = field(default_factory=Filter)
    to: Literal["hand", "top", "deck"] = "hand"

    def compile(self) -> Act:
        matches, to = self.what.of_card(), self.to

        def act(table: EnemyTable, seat: int, card: int) -> Rules:
            pile = table.discard[seat]
            aims = [aim for aim in pile if matches(table.cards[aim])]
            aim = yield from choose(seat, "recover", aims, ("recover_for", card))
            if aim is None:
                return
            pile.remove(aim)
            if to == "hand":
                table.hand[seat].append(aim)
            elif to == "top":
                table.top[seat].append(aim)
            else:
                shuffle_into_deck(table, seat, [aim])
            table.events.append(("recovered", seat, aim))

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            to = {"hand": "手札に加える", "top": "デッキの一番上に置く", "deck": "デッキに加えて切る"}[self.to]
            return f"自分の捨て札の{self.what.some('ja')}を{to}"
        what = self.what.some("en")
        return {
            "hand": f"return {what} from your discard pile to your hand",
            "top": f"put {what} from your discard pile on top of your deck",
            "deck": f"shuffle {what} from your discard pile into your deck",
        }[self.to]
