"""Take a card out of the discard pile."""

from dataclasses import dataclass

from gameplay.engine.core.asks import Rules, choose
from gameplay.engine.core.zones import distinct
from gameplay.engine.text.effects import Act
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.filters import Filter
from gameplay.games.rm2k.table import Rm2kTable


@dataclass(frozen=True)
class Recover(Rm2kEffect, verb="recover"):
    """You choose a matching card of your discard pile; it goes into your hand."""

    what: Filter

    def compile(self) -> Act:
        matches = self.what.of_card()

        def act(table: Rm2kTable, seat: int, card: int) -> Rules:
            pile = [other for other in table.discard[seat] if matches(table.cards[other])]
            found = yield from choose(seat, "recover", distinct(table, pile), ("recover_for", card))
            if found is not None:
                table.discard[seat].remove(found)
                table.hand[seat].append(found)
                table.events.append(("recovered", seat, found))

        return act

    def say(self, language: str) -> str:
        what = self.what.some(language, loose=True)
        return (
            f"自分の捨て札の{what}を手札に加える"
            if language == "ja"
            else f"take {what} from your discard pile into your hand"
        )
