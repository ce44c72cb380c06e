"""Destroying cards, and returning them to the hand."""

from dataclasses import dataclass, field

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.hagmi.discards import destroy_cards, destroy_damaged, discard_in_order, remove_from_battlefield
from gameplay.games.hagmi.effects.base import HagmiEffect, compile_target, target_text
from gameplay.games.hagmi.filters import Filter
from gameplay.games.hagmi.table import HagmiTable, controller
from gameplay.games.hagmi.terms import COMMON_OWNER


@dataclass(frozen=True)
class Destroy(HagmiEffect, verb="destroy"):
    """Destroy the target or every match; fuel is discarded with its unit (HAG-7.1.8)."""

    what: Filter | None = field(default_factory=lambda: Filter(whose="theirs"))

    def compile(self) -> CompiledEffect:
        choose_targets = compile_target(self.what)

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            yield from destroy_cards(table, (yield from choose_targets(table, seat, card)))
            yield from destroy_damaged(table)

        return act

    def say(self, language: str) -> str:
        what = target_text(self.what, language)
        return f"destroy {what}" if language == "en" else f"{what}を破壊する"


@dataclass(frozen=True)
class Return(HagmiEffect, verb="return"):
    """Return the target to its owner's hand; its fuel is discarded."""

    what: Filter | None = field(default_factory=lambda: Filter(whose="theirs"))

    def compile(self) -> CompiledEffect:
        choose_targets = compile_target(self.what)

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            for each in (yield from choose_targets(table, seat, card)):
                holder = controller(table, each)
                assert holder is not None
                table.events.append(("returned", each))
                fuel, owner = remove_from_battlefield(table, each), table.owners[each]
                table.hand[holder if owner == COMMON_OWNER else owner].append(each)
                yield from discard_in_order(table, holder, fuel)
            yield from destroy_damaged(table)

        return act

    def say(self, language: str) -> str:
        what = target_text(self.what, language)
        return f"return {what} to its owner's hand" if language == "en" else f"{what}を持ち主の手札に戻す"
