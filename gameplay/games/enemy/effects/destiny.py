"""Change a destiny that was drawn."""

from dataclasses import dataclass

from gameplay.engine.core.asks import Rules
from gameplay.engine.text.effects import Act
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.table import EnemyTable, from_deck, to_discard


@dataclass(frozen=True)
class DrawDestinyAgain(EnemyEffect, verb="destiny_again"):
    """You draw destiny anew for your side; the new number replaces the old (ENE-16.8: its text says so)."""

    def compile(self) -> Act:
        def act(table: EnemyTable, seat: int, card: int) -> Rules:
            if table.fight is not None:
                draw_destiny(table, seat)
            return
            yield

        return act

    def say(self, language: str) -> str:
        return "draw destiny again and use the new number" if language == "en" else "宿命を引き直し、新しい数字を使う"


def draw_destiny(table: EnemyTable, seat: int) -> None:
    """Reveal the top card, note its destiny for the seat's side, discard it (ENE-16.6); none to draw counts 0."""
    assert table.fight is not None
    card = from_deck(table, seat)
    number = 0
    if card is not None:
        number = table.cards[card].destiny
        to_discard(table, card)
        table.events.append(("destiny", seat, card, number))
    table.fight.destiny[int(seat == table.active)] = number
