"""Take cards off the battlefield: destroy them, or return them to the hand."""

from dataclasses import dataclass, field

from gameplay.engine.core.asks import Rules
from gameplay.engine.text.effects import Act
from gameplay.games.hagmi.discards import bury, fall, lift
from gameplay.games.hagmi.discards import destroy as destroy_cards
from gameplay.games.hagmi.effects.base import HagmiEffect, aiming, said
from gameplay.games.hagmi.filters import Filter
from gameplay.games.hagmi.table import HagmiTable, controller
from gameplay.games.hagmi.terms import COMMON


@dataclass(frozen=True)
class Destroy(HagmiEffect, verb="destroy"):
    """Destroy a card of the battlefield, or every one that matches; its fuel goes with it (HAG-7.1.8)."""

    what: Filter | None = field(default_factory=lambda: Filter(whose="theirs"))

    def compile(self) -> Act:
        aim = aiming(self.what)

        def act(table: HagmiTable, seat: int, card: int) -> Rules:
            yield from destroy_cards(table, (yield from aim(table, seat, card)))
            yield from fall(table)

        return act

    def say(self, language: str) -> str:
        what = said(self.what, language)
        return f"destroy {what}" if language == "en" else f"{what}を破壊する"


@dataclass(frozen=True)
class Return(HagmiEffect, verb="return"):
    """Return a card of the battlefield to its owner's hand; its fuel goes to the discard pile."""

    what: Filter | None = field(default_factory=lambda: Filter(whose="theirs"))

    def compile(self) -> Act:
        aim = aiming(self.what)

        def act(table: HagmiTable, seat: int, card: int) -> Rules:
            for each in (yield from aim(table, seat, card)):
                holder = controller(table, each)
                assert holder is not None
                table.events.append(("returned", each))
                fuel, owner = lift(table, each), table.owners[each]
                table.hand[holder if owner == COMMON else owner].append(each)
                yield from bury(table, holder, fuel)
            yield from fall(table)

        return act

    def say(self, language: str) -> str:
        what = said(self.what, language)
        return f"return {what} to its owner's hand" if language == "en" else f"{what}を持ち主の手札に戻す"
