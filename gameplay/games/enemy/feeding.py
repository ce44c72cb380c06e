"""Feeding Grunties (ENE-11.4, 11.5, 11.8, ENE-OP-9)."""

from dataclasses import dataclass, field
from typing import Literal

from gameplay.engine.core.asks import CARD, PASS, Ask, Option, Rules
from gameplay.games.enemy.filters import Filter
from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.terms import GRUNTY_SIZE, Hunger


@dataclass(frozen=True)
class Feed:
    """When a Grunty may be fed: each time its player plays, or scores, a card that matches."""

    what: Filter = field(default_factory=Filter)
    when: Literal["played", "scored"] = "played"

    def compile(self) -> Hunger:
        matches = self.what.of_card()
        happenings = ("scored",) if self.when == "scored" else ("played", "stored")
        return lambda table, card, what: what in happenings and matches(table.cards[card])

    def say(self, language: str) -> str:
        """The condition in words: "when you play a {wood} card"."""
        if language == "ja":
            return f"自分が{self.what.some('ja')}を{'得点' if self.when == 'scored' else 'プレイ'}した時"
        return f"when you {'score' if self.when == 'scored' else 'play'} {self.what.some('en')}"


def feed_grunties(table: EnemyTable, seat: int, card: int, what: str) -> Rules:
    """Offer to feed each Grunty whose condition ``card`` has just met: no play, one card for each time."""
    for grunty in table.grunties[seat].copy():
        hunger = table.cards[grunty].hunger
        if hunger is not None and grunty != card and hunger(table, card, what):
            yield from _feed(table, seat, grunty)


def _feed(table: EnemyTable, seat: int, grunty: int) -> Rules:
    """One card of the hand goes face down under it, unless it is full-grown."""
    if len(table.under.get(grunty, ())) >= GRUNTY_SIZE or not table.hand[seat]:
        return
    options: list[Option] = [PASS, *(("feed", card) for card in table.hand[seat])]
    chosen = yield Ask(seat, CARD, options, ("feed", grunty))
    if chosen == PASS:
        return
    table.hand[seat].remove(chosen[1])
    table.under.setdefault(grunty, []).append(chosen[1])
    table.events.append(("fed", seat, grunty, len(table.under[grunty])))
