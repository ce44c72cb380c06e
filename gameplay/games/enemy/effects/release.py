"""Let monsters attack from the portal (ENE-12.4, ENE-OP-13)."""

from dataclasses import dataclass, field, replace

from gameplay.engine.core.asks import CARD, Ask, RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.filters import Filter
from gameplay.games.enemy.table import EnemyTable


@dataclass(frozen=True)
class Release(EnemyEffect, verb="release"):
    """Up to ``count`` matching monsters in your portal attack this turn; an Attack Step follows.

    Monsters stored this turn cannot attack (ENE-12.7). This does nothing outside your own turn.
    """

    count: int = 1
    what: Filter = field(default_factory=Filter)

    def compile(self) -> CompiledEffect:
        matches, count = self.what.compile_for_card(), self.count

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            for _ in range(count if seat == table.active else 0):
                ready = [
                    ("join", monster)
                    for monster in table.portal[seat]
                    if table.turn_stored.get(monster) != table.turn and matches(table.cards[monster])
                ]
                if not ready:
                    return
                chosen = yield Ask(seat, CARD, [*ready, ("enough",)], ("release_for", card))
                if chosen[0] == "enough":
                    return
                attack_from_portal(table, seat, chosen[1])

        return act

    def say(self, language: str) -> str:
        monsters = replace(self.what, type="monster").counted_text(language, self.count)
        if language == "ja":
            return f"自分のポータルの{monsters}までで攻撃する"
        return f"attack with {monsters if self.count == 1 else f'up to {monsters}'} from your portal"


def attack_from_portal(table: EnemyTable, seat: int, monster: int) -> None:
    table.portal[seat].remove(monster)
    table.attack.append(monster)
    table.events.append(("joined", seat, monster))
