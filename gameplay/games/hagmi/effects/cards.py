"""Effects on cards in hands and piles: discard, recover, mend, use a secret plan."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.core.zones import cards_with
from gameplay.engine.text.effects import CompiledEffect
from gameplay.engine.text.wording import with_article
from gameplay.games.hagmi import plays
from gameplay.games.hagmi.discards import discard_in_order
from gameplay.games.hagmi.effects.base import WHO_WORDS, HagmiEffect, Who, affected_seats, choose_card_from
from gameplay.games.hagmi.nouns import TYPES
from gameplay.games.hagmi.table import HagmiTable


@dataclass(frozen=True)
class Discard(HagmiEffect, verb="discard"):
    """The players ``who`` discard ``count`` cards of their choice from hand."""

    count: int = 1
    who: Who = "opponent"

    def compile(self) -> CompiledEffect:
        count, who = self.count, self.who

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            for loser in (yield from affected_seats(table, seat, who, card)):
                discarded: list[int] = []
                for _ in range(count):
                    chosen = yield from choose_card_from(table, loser, table.hand[loser], card, hidden=True)
                    if chosen is not None:
                        table.hand[loser].remove(chosen)
                        table.limbo.append(chosen)
                        table.events.append(("discarded", loser, chosen))
                        discarded.append(chosen)
                for each in discarded:
                    table.limbo.remove(each)
                yield from discard_in_order(table, loser, discarded)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"{WHO_WORDS[self.who][1]}は手札を{self.count}枚廃棄する"
        cards = "a card" if self.count == 1 else f"{self.count} cards"
        if self.who == "you":
            return f"discard {cards}"
        verb = "discard" if self.who == "each" else "discards"
        return f"{WHO_WORDS[self.who][0]} {verb} {cards}"


@dataclass(frozen=True)
class Recover(HagmiEffect, verb="recover"):
    """Return up to ``count`` cards of one type from your discard pile to your hand."""

    type: Literal["weapon", "order", "facility", "damage"]
    count: int = 1

    def compile(self) -> CompiledEffect:
        kind, count = self.type, self.count

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            for _ in range(count):
                pile = table.discard[seat]
                chosen = yield from choose_card_from(table, seat, cards_with(table, pile, "type", kind), card)
                if chosen is not None:
                    pile.remove(chosen)
                    table.hand[seat].append(chosen)
                    table.events.append(("recovered", seat, chosen))

        return act

    def say(self, language: str) -> str:
        noun = TYPES[self.type]
        if language == "ja":
            return f"自分の廃棄から{noun[2]}{self.count}枚を手札に加える"
        cards = with_article(noun[0]) if self.count == 1 else f"up to {self.count} {noun[1]}"
        return f"return {cards} from your discard pile to your hand"


@dataclass(frozen=True)
class Mend(HagmiEffect, verb="mend"):
    """Shuffle up to ``count`` damage cards you own from your discard pile into your damage deck."""

    count: int = 1

    def compile(self) -> CompiledEffect:
        count = self.count

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            for _ in range(count):
                pile = table.discard[seat]
                own = [each for each in pile if table.owners[each] == seat]
                chosen = yield from choose_card_from(table, seat, cards_with(table, own, "back", "damage"), card)
                if chosen is not None:
                    pile.remove(chosen)
                    table.damage[seat].append(chosen)
                    table.events.append(("restored", seat, chosen))

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"自分の廃棄からダメージカード{self.count}枚を自分のダメージデッキに混ぜる"
        cards = "a damage card" if self.count == 1 else f"up to {self.count} damage cards"
        return f"shuffle {cards} from your discard pile into your damage deck"


@dataclass(frozen=True)
class Unveil(HagmiEffect, verb="unveil"):
    """Carry out one of your secret plans at no cost (HAG-1.5)."""

    def compile(self) -> CompiledEffect:
        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            chosen = yield from choose_card_from(table, seat, table.secrets[seat], card, hidden=True)
            if chosen is not None:
                yield from plays.play_secret_plan(table, seat, chosen)

        return act

    def say(self, language: str) -> str:
        return "carry out one of your secret plans" if language == "en" else "自分の秘策1枚を使用する"
