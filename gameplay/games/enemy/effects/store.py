"""Store a monster in the portal without playing it."""

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
    """You choose a matching storable monster in your hand or discard pile and put it into your portal.

    A copy of a unique monster in play cannot be chosen (ENE-7.6). Storing from the hand is optional,
    and the question is asked even if no card fits, so that the opponent learns nothing about the hand.
    """

    what: Filter
    from_: Literal["hand", "discard"] = "hand"

    def compile(self) -> CompiledEffect:
        matches, from_hand = self.what.compile_for_card(), self.from_ == "hand"

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            pile = table.hand[seat] if from_hand else table.discard[seat]
            cards = table.cards
            storable = [
                m for m in pile if cards[m].storable and matches(cards[m]) and not is_unique_in_play(table, cards[m])
            ]
            if from_hand:
                options = [*(("store", monster) for monster in storable), PASS]
                chosen = yield Ask(seat, RESPOND, options, ("store_for", card))
                monster = None if chosen == PASS else chosen[1]
            else:
                monster = yield from choose_card(seat, "store", storable, ("store_for", card))
            if monster is not None:
                pile.remove(monster)
                table.portal[seat].append(monster)
                table.turn_stored[monster] = table.turn
                table.events.append(("stored", seat, monster))

        return act

    def say(self, language: str) -> str:
        where = ("hand", "手札") if self.from_ == "hand" else ("discard pile", "捨て札")
        monster = replace(self.what, type="monster", storable=True).counted_text(language)
        if language == "ja":
            return f"自分の{where[1]}の{monster}をポータルに置く{'ことができる' if where[0] == 'hand' else ''}"
        return f"{'you may ' if where[0] == 'hand' else ''}put {monster} from your {where[0]} into your portal"
