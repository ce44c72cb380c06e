"""Put a monster into the portal without playing it."""

from dataclasses import dataclass, replace
from typing import Literal

from gameplay.engine.core.asks import PASS, RESPOND, Ask, RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.filters import Filter
from gameplay.games.enemy.limits import is_unique_in_play
from gameplay.games.enemy.table import EnemyTable


@dataclass(frozen=True)
class Store(EnemyEffect, verb="store"):
    """You choose a storable monster of your hand or discard pile that matches; it goes into your portal.

    A copy of a unique monster in play stays where it is (ENE-7.6). Out of a hand nothing has to come, and
    whoever has nothing to put is asked all the same: nobody else sees whether anything could.
    """

    what: Filter
    from_: Literal["hand", "discard"] = "hand"

    def compile(self) -> CompiledEffect:
        matches, from_hand = self.what.compile_for_card(), self.from_ == "hand"

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            pile = table.hand[seat] if from_hand else table.discard[seat]
            cards = table.cards
            aims = [
                a for a in pile if cards[a].storable and matches(cards[a]) and not is_unique_in_play(table, cards[a])
            ]
            if from_hand:
                chosen = yield Ask(seat, RESPOND, [*(("store", aim) for aim in aims), PASS], ("store_for", card))
                aim = None if chosen == PASS else chosen[1]
            else:
                aim = yield from choose_card(seat, "store", aims, ("store_for", card))
            if aim is not None:
                pile.remove(aim)
                table.portal[seat].append(aim)
                table.turn_stored[aim] = table.turn
                table.events.append(("stored", seat, aim))

        return act

    def say(self, language: str) -> str:
        where = ("hand", "手札") if self.from_ == "hand" else ("discard pile", "捨て札")
        monster = replace(self.what, type="monster", storable=True).counted_text(language)
        if language == "ja":
            return f"自分の{where[1]}の{monster}をポータルに置く{'ことができる' if where[0] == 'hand' else ''}"
        return f"{'you may ' if where[0] == 'hand' else ''}put {monster} from your {where[0]} into your portal"
