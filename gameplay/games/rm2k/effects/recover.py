"""Returning a card from the discard pile to the hand."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.core.zones import distinct_cards
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.filters import Filter
from gameplay.games.rm2k.table import Rm2kTable


@dataclass(frozen=True)
class Recover(Rm2kEffect, verb="recover"):
    """Return a matching card from your discard pile to your hand."""

    what: Filter

    def compile(self) -> CompiledEffect:
        matches = self.what.compile_for_card()

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            pile = [other for other in table.discard[seat] if matches(table.cards[other])]
            chosen = yield from choose_card(seat, "recover", distinct_cards(table, pile), ("recover_for", card))
            if chosen is not None:
                table.discard[seat].remove(chosen)
                table.hand[seat].append(chosen)
                table.events.append(("recovered", seat, chosen))

        return act

    def say(self, language: str) -> str:
        what = self.what.counted_text(language, out_of_play=True)
        return (
            f"自分の捨て札の{what}を手札に加える"
            if language == "ja"
            else f"return {what} from your discard pile to your hand"
        )
