"""Drawing cards from a main deck, or by logistics."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import ACCEPT, Ask, RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.hagmi.effects.base import HagmiEffect
from gameplay.games.hagmi.nouns import DECK_PHRASES
from gameplay.games.hagmi.start_phase import perform_logistics
from gameplay.games.hagmi.table import HagmiTable, draw_card


@dataclass(frozen=True)
class Draw(HagmiEffect, verb="draw"):
    """Draw ``count`` cards from a main deck; with "either", choose one deck for all of them."""

    count: int = 1
    deck: Literal["weapon", "operation", "either"] = "either"

    def compile(self) -> CompiledEffect:
        count, deck = self.count, self.deck

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            chosen: str = deck
            if deck == "either":
                answer = yield Ask(seat, ACCEPT, (("from_weapons",), ("from_operations",)), ("deck_for", card))
                chosen = "weapon" if answer[0] == "from_weapons" else "operation"
                table.events.append((f"{chosen}_drawn", seat))
            for _ in range(count):
                draw_card(table, seat, chosen)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            deck = "兵器デッキか作戦デッキの一方" if self.deck == "either" else DECK_PHRASES[self.deck][1]
            return f"{deck}から{self.count}枚引く"
        deck = "one of your main decks" if self.deck == "either" else DECK_PHRASES[self.deck][0]
        return f"draw {'a card' if self.count == 1 else f'{self.count} cards'} from {deck}"


@dataclass(frozen=True)
class Logistics(HagmiEffect, verb="logistics"):
    """Perform logistics with this many dice (HAG-3.4)."""

    dice: int

    def compile(self) -> CompiledEffect:
        dice = self.dice

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            perform_logistics(table, seat, dice)
            return
            yield

        return act

    def say(self, language: str) -> str:
        return f"perform logistics {self.dice}" if language == "en" else f"「兵站:{self.dice}」を行う"
