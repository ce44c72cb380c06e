"""Draw destiny, and draw it again."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.table import EnemyTable, put_in_discard, take_from_deck


@dataclass(frozen=True)
class DrawDestinyAgain(EnemyEffect, verb="destiny_again"):
    """You draw destiny again for your side; the new number replaces the old one (ENE-16.8)."""

    def compile(self) -> CompiledEffect:
        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            if table.fight is not None:
                draw_destiny(table, seat)
            return
            yield

        return act

    def say(self, language: str) -> str:
        return "draw destiny again and use the new number" if language == "en" else "宿命を引き直し、新しい数字を使う"


def draw_destiny(table: EnemyTable, seat: int) -> None:
    """Reveal the top card, use its destiny for the seat's side and discard it (ENE-16.6); 0 without a card to draw."""
    assert table.fight is not None
    card = take_from_deck(table, seat)
    number = 0
    if card is not None:
        number = table.cards[card].destiny
        put_in_discard(table, card)
        table.events.append(("destiny", seat, card, number))
    table.fight.destiny[int(seat == table.active)] = number
