"""Which cards of the battlefield a text speaks of."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from gameplay.engine.text.wording import Noun, with_article
from gameplay.games.hagmi.nouns import KIN_NAMES, RANGE_WORDS, TYPES, UNIT
from gameplay.games.hagmi.table import HagmiTable, controller, turn_order
from gameplay.games.hagmi.terms import Card, Kin, Range

Whose = Literal["any", "yours", "friendly", "theirs"]
CompiledFilter = Callable[[HagmiTable, int], list[int]]
"""A compiled filter: the cards, as the controller of the text, a seat, sees them."""

CompiledCardTest = Callable[[HagmiTable, int, int], bool]
"""The same for a single card."""


@dataclass(frozen=True)
class Filter:
    """Cards of the battlefield that have everything named here; empty fields ask for nothing.

    ``whose`` is seen from the controller of the text: "friendly" are also the teammate's (HAG-13.4). With ``every``
    the text means all of them, otherwise one that is chosen.
    """

    kind: Literal["unit", "facility"] = "unit"
    kin: Kin | None = None
    range: Range | None = None
    damaged: bool | None = None
    whose: Whose = "any"
    every: bool = False

    def matches_printed(self, card: Card) -> bool:
        """The part that a card answers by itself."""
        return (
            (card.type == "weapon") == (self.kind == "unit")
            and (self.kin is None or card.kin == self.kin)
            and (self.range is None or card.range == self.range)
        )

    def includes_seat(self, table: HagmiTable, seat: int, other: int) -> bool:
        """Whether the cards of ``other`` are meant by a text of ``seat``."""
        if self.whose == "yours":
            return other == seat
        return self.whose == "any" or table.are_allied(seat, other) == (self.whose == "friendly")

    def compile(self) -> CompiledFilter:
        """Return what finds the cards."""
        damaged, printed = self.damaged, cache(self.matches_printed)

        def find(table: HagmiTable, seat: int) -> list[int]:
            cards = table.cards
            found: list[int] = []
            for side in turn_order(table, seat):
                if self.includes_seat(table, seat, side):
                    found += [card for card in table.battlefield(side) if printed(cards[card])]
            return found if damaged is None else [card for card in found if (card in table.damage_taken) == damaged]

        return find

    def compile_card_test(self) -> CompiledCardTest:
        """Return the test of one card of the battlefield."""
        damaged, printed = self.damaged, cache(self.matches_printed)

        def meets(table: HagmiTable, seat: int, card: int) -> bool:
            if not printed(table.cards[card]) or (damaged is not None and (card in table.damage_taken) != damaged):
                return False
            side = controller(table, card)
            return side is not None and self.includes_seat(table, seat, side)

        return meets

    def target_text(self, language: str) -> str:
        """What a text is aimed at: "an opposing unit", "every vehicle of yours"; "相手のユニット1体"."""
        if language == "ja":
            return f"{self.noun('ja')}すべて" if self.every else f"{self.noun('ja')}1{self.counter_word}"
        return f"every {self.noun('en')}" if self.every else with_article(self.noun("en"))

    def noun(self, language: str) -> str:
        name: Noun = KIN_NAMES[self.kin] if self.kin else UNIT if self.kind == "unit" else TYPES["facility"]
        if language == "ja":
            whose = {"any": "", "yours": "自分の", "friendly": "友軍の", "theirs": "相手の"}[self.whose]
            damaged = "" if self.damaged is None else "損傷した" if self.damaged else "損傷のない"
            return f"{whose}{damaged}{f'射程{RANGE_WORDS[self.range]}の' if self.range else ''}{name[2]}"
        words = [
            {"theirs": "opposing", "friendly": "friendly"}.get(self.whose, ""),
            "" if self.damaged is None else "damaged" if self.damaged else "undamaged",
            RANGE_WORDS[self.range] if self.range else "",
            name[0],
            "of yours" if self.whose == "yours" else "",
        ]
        return " ".join(word for word in words if word)

    @property
    def counter_word(self) -> str:
        return "体" if self.kind == "unit" else "枚"
