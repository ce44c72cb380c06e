"""Filters: the cards on the battlefield that a text affects."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from gameplay.engine.text.wording import Noun, with_article
from gameplay.games.hagmi.nouns import KIN_NAMES, RANGE_WORDS, TYPES, UNIT
from gameplay.games.hagmi.table import HagmiTable, controller, turn_order
from gameplay.games.hagmi.terms import Card, Kin, Range

Whose = Literal["any", "yours", "friendly", "theirs"]
WHOSE_JAPANESE: dict[Whose, str] = {"any": "", "yours": "自分の", "friendly": "友軍の", "theirs": "相手の"}
CompiledFilter = Callable[[HagmiTable, int], list[int]]
"""A compiled filter: return the matching cards for the seat that controls the text."""

CompiledCardTest = Callable[[HagmiTable, int, int], bool]
"""A compiled test of a single card for the seat that controls the text."""


@dataclass(frozen=True)
class Filter:
    """Cards on the battlefield that match every given field.

    ``whose`` is relative to the controller of the text; "friendly" includes the teammate's cards (HAG-13.4). With
    ``every`` the text affects all matching cards, otherwise one chosen card.
    """

    kind: Literal["unit", "facility"] = "unit"
    kin: Kin | None = None
    range: Range | None = None
    damaged: bool | None = None
    whose: Whose = "any"
    every: bool = False

    def matches_printed(self, card: Card) -> bool:
        """Return whether the printed card matches, regardless of the game state."""
        return (
            (card.type == "weapon") == (self.kind == "unit")
            and (self.kin is None or card.kin == self.kin)
            and (self.range is None or card.range == self.range)
        )

    def includes_seat(self, table: HagmiTable, seat: int, other: int) -> bool:
        """Return whether a text controlled by ``seat`` affects cards of ``other``."""
        if self.whose == "yours":
            return other == seat
        return self.whose == "any" or table.are_allied(seat, other) == (self.whose == "friendly")

    def compile(self) -> CompiledFilter:
        """Return a function that finds the matching cards."""
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
        """Return the test of one card on the battlefield."""
        damaged, printed = self.damaged, cache(self.matches_printed)

        def matches(table: HagmiTable, seat: int, card: int) -> bool:
            if not printed(table.cards[card]) or (damaged is not None and (card in table.damage_taken) != damaged):
                return False
            side = controller(table, card)
            return side is not None and self.includes_seat(table, seat, side)

        return matches

    def target_text(self, language: str) -> str:
        """Return the target as text: "an opposing unit", "every vehicle of yours"; "相手のユニット1体"."""
        if language == "ja":
            return f"{self.noun('ja')}すべて" if self.every else f"{self.noun('ja')}1{self.counter_word}"
        return f"every {self.noun('en')}" if self.every else with_article(self.noun("en"))

    def noun(self, language: str, *, plural: bool = False) -> str:
        """Return the matching cards as a noun: "opposing damaged LONG vehicle"."""
        name: Noun = KIN_NAMES[self.kin] if self.kin else UNIT if self.kind == "unit" else TYPES["facility"]
        if language == "ja":
            whose = WHOSE_JAPANESE[self.whose]
            damaged = "" if self.damaged is None else "損傷した" if self.damaged else "損傷のない"
            return f"{whose}{damaged}{f'射程{RANGE_WORDS[self.range]}の' if self.range else ''}{name[2]}"
        words = [
            {"theirs": "opposing", "friendly": "friendly"}.get(self.whose, ""),
            "" if self.damaged is None else "damaged" if self.damaged else "undamaged",
            RANGE_WORDS[self.range] if self.range else "",
            name[1 if plural else 0],
            "of yours" if self.whose == "yours" else "",
        ]
        return " ".join(word for word in words if word)

    def group_text(self, language: str) -> str:
        """Return all matching cards but one, "your {other}vehicles" or "自分の{other}車両", with a placeholder."""
        if language == "ja":
            return f"{WHOSE_JAPANESE[self.whose]}{{other}}{replace(self, whose='any').noun('ja')}"
        if self.whose == "yours":
            return f"your {{other}}{replace(self, whose='any').noun('en', plural=True)}"
        return f"{{other}}{self.noun('en', plural=True)}"

    @property
    def counter_word(self) -> str:
        return "体" if self.kind == "unit" else "枚"
