"""Draw cards, by choice of deck or by dice."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import ACCEPT, Ask, Rules
from gameplay.engine.text.effects import Act
from gameplay.games.hagmi.effects.base import HagmiEffect
from gameplay.games.hagmi.start_phase import logistics
from gameplay.games.hagmi.table import HagmiTable
from gameplay.games.hagmi.table import draw as draw_one
from gameplay.games.hagmi.words import DECKS


@dataclass(frozen=True)
class Draw(HagmiEffect, verb="draw"):
    """You draw ``count`` cards from a main deck; of "either" you choose which deck, once for all of them."""

    count: int = 1
    deck: Literal["weapon", "operation", "either"] = "either"

    def compile(self) -> Act:
        count, deck = self.count, self.deck

        def act(table: HagmiTable, seat: int, card: int) -> Rules:
            chosen: str = deck
            if deck == "either":
                answer = yield Ask(seat, ACCEPT, (("from_weapons",), ("from_operations",)), ("deck_for", card))
                chosen = "weapon" if answer[0] == "from_weapons" else "operation"
                table.events.append((f"{chosen}_drawn", seat))
            for _ in range(count):
                draw_one(table, seat, chosen)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            deck = "兵器デッキか作戦デッキの一方" if self.deck == "either" else DECKS[self.deck][1]
            return f"{deck}から{self.count}枚引く"
        deck = "one of your main decks" if self.deck == "either" else DECKS[self.deck][0]
        return f"draw {'a card' if self.count == 1 else f'{self.count} cards'} from {deck}"


@dataclass(frozen=True)
class Logistics(HagmiEffect, verb="logistics"):
    """You perform logistics with so many dice (HAG-3.4)."""

    dice: int

    def compile(self) -> Act:
        dice = self.dice

        def act(table: HagmiTable, seat: int, card: int) -> Rules:
            logistics(table, seat, dice)
            return
            yield

        return act

    def say(self, language: str) -> str:
        return f"perform logistics {self.dice}" if language == "en" else f"「兵站:{self.dice}」を行う"
