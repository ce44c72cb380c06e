"""Feeding Grunties (ENE-11.4, 11.5, 11.8, ENE-OP-9)."""

from dataclasses import dataclass, field
from typing import Literal

from gameplay.engine.core.asks import CARD, PASS, Ask, Option, RuleGenerator
from gameplay.games.enemy.filters import Filter
from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.terms import GRUNTY_SIZE, FeedCondition


@dataclass(frozen=True)
class Feed:
    """The condition for feeding a Grunty: each time its player plays, or scores, a matching card."""

    what: Filter = field(default_factory=Filter)
    when: Literal["played", "scored"] = "played"

    def compile(self) -> FeedCondition:
        matches = self.what.compile_for_card()
        events = ("scored",) if self.when == "scored" else ("played", "stored")
        return lambda table, card, event: event in events and matches(table.cards[card])

    def say(self, language: str) -> str:
        """Return the condition as text: "when you play a {wood} card"."""
        if language == "ja":
            return f"自分が{self.what.counted_text('ja')}を{'得点' if self.when == 'scored' else 'プレイ'}した時"
        return f"when you {'score' if self.when == 'scored' else 'play'} {self.what.counted_text('en')}"


def feed_grunties(table: EnemyTable, seat: int, card: int, event: str) -> RuleGenerator:
    """Offer to feed one card to each Grunty whose condition ``card`` has just met; feeding is not a play."""
    for grunty in table.grunties[seat].copy():
        may_be_fed = table.cards[grunty].feed_condition
        if may_be_fed is not None and grunty != card and may_be_fed(table, card, event):
            yield from _feed(table, seat, grunty)


def _feed(table: EnemyTable, seat: int, grunty: int) -> RuleGenerator:
    """Offer to put a card from the hand face down under the Grunty, unless it has its maximum size."""
    if len(table.cards_under.get(grunty, ())) >= GRUNTY_SIZE or not table.hand[seat]:
        return
    options: list[Option] = [PASS, *(("feed", card) for card in table.hand[seat])]
    chosen = yield Ask(seat, CARD, options, ("feed", grunty))
    if chosen == PASS:
        return
    table.hand[seat].remove(chosen[1])
    table.cards_under.setdefault(grunty, []).append(chosen[1])
    table.events.append(("fed", seat, grunty, len(table.cards_under[grunty])))
