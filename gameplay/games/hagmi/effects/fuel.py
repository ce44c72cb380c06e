"""Adding and removing fuel."""

from dataclasses import dataclass, field
from typing import Literal

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.hagmi.effects.base import HagmiEffect, choose_card_from, compile_target, target_text
from gameplay.games.hagmi.end_phase import announce_resupply
from gameplay.games.hagmi.filters import Filter
from gameplay.games.hagmi.plays import burn_fuel
from gameplay.games.hagmi.table import HagmiTable, controller

FuelSource = Literal["discard", "hand", "weapon", "operation"]

SOURCE_WORDS: dict[str, tuple[str, str]] = {
    "discard": ("the top of your discard pile", "自分の廃棄の上"),
    "hand": ("your hand", "自分の手札"),
    "weapon": ("the weapon deck", "兵器デッキ"),
    "operation": ("the operation deck", "作戦デッキ"),
}


@dataclass(frozen=True)
class SupplyFuel(HagmiEffect, verb="supply"):
    """Put cards under the target as fuel, unless it is Cut Off (HAG-9.3.5).

    It does nothing for a defeated player, who cannot resupply (HAG-12.4).
    """

    count: int = 1
    source: FuelSource = "discard"
    what: Filter | None = None

    def compile(self) -> CompiledEffect:
        count, source, choose_targets = self.count, self.source, compile_target(self.what)

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            if table.defeated[seat]:
                return
            for unit in (yield from choose_targets(table, seat, card)):
                if unit not in table.fuel or "cut_off" in table.ailments.get(unit, ()):
                    continue
                loads = []
                for _ in range(count):
                    fuel = yield from _take_fuel(table, seat, source, card)
                    if fuel is not None:
                        if source == "discard":
                            table.events.append(("topped", seat, unit, fuel))
                        table.fuel[unit].append(fuel)
                        loads.append((fuel, unit))
                yield from announce_resupply(table, seat, loads)

        return act

    def say(self, language: str) -> str:
        what, source = target_text(self.what, language), SOURCE_WORDS[self.source][language == "ja"]
        if language == "ja":
            return f"{source}から{self.count}枚を{what}に補給する"
        return f"put {'a card' if self.count == 1 else f'{self.count} cards'} from {source} under {what} as fuel"


def _take_fuel(table: HagmiTable, seat: int, source: FuelSource, card: int) -> RuleGenerator:
    """Take a card from ``source`` and return it, or None if there is none."""
    if source == "hand":
        chosen: int | None = yield from choose_card_from(table, seat, table.hand[seat], card, hidden=True)
        if chosen is not None:
            table.hand[seat].remove(chosen)
        return chosen
    if source == "discard":
        return table.discard[seat].pop() if table.discard[seat] else None
    pile = (table.weapons if source == "weapon" else table.operations)[seat]
    if not pile:
        return None
    table.main_deck_drawn = True
    return table.chance.take(pile)


@dataclass(frozen=True)
class Drain(HagmiEffect, verb="drain"):
    """The target loses ``count`` fuel; its controller chooses the cards to discard."""

    count: int = 1
    what: Filter | None = field(default_factory=lambda: Filter(whose="theirs"))

    def compile(self) -> CompiledEffect:
        count, choose_targets = self.count, compile_target(self.what)

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            for unit in (yield from choose_targets(table, seat, card)):
                holder = controller(table, unit)
                if holder is not None and unit in table.fuel:
                    yield from burn_fuel(table, holder, unit, min(count, len(table.fuel[unit])))

        return act

    def say(self, language: str) -> str:
        what = target_text(self.what, language)
        return f"{what} loses {self.count} fuel" if language == "en" else f"{what}の燃料{self.count}枚を廃棄する"
