"""Filters: the cards that a text refers to, and spotting them (ENE-13.*)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from gameplay.engine.text.wording import Noun, with_article
from gameplay.games.enemy.nouns import CARD, CLASSES, COUNTERS, GOBLIN_ITEM, SPECIES, SUBTYPES, TYPES
from gameplay.games.enemy.nouns import WEIGHT_NAMES as WEIGHT_WORDS
from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.terms import WEIGHTS, Card, CardType, Element, PcClass, Subtype, Weight

Whose = Literal["any", "yours", "theirs"]
CompiledFilter = Callable[[EnemyTable, int, int], bool]


@dataclass(frozen=True)
class Filter:
    """Cards that match every field that is set.

    ``whose`` is relative to the controller of the text; ``wounded`` applies to PCs.
    """

    type: CardType | None = None
    element: Element | None = None
    species: str | None = None
    class_: PcClass | None = None
    weight: Weight | None = None
    subtype: Subtype | None = None
    name: str | None = None
    goblin: bool | None = None
    storable: bool | None = None
    unique: bool | None = None
    wounded: bool | None = None
    whose: Whose = "any"

    def compile_for_card(self) -> Callable[[Card], bool]:
        """Return a cached test of the printed card, which does not depend on its zone or owner."""
        required = {
            name: value
            for name in ("type", "element", "species", "class_", "subtype", "name", "goblin", "storable", "unique")
            if (value := getattr(self, name)) is not None
        }

        @cache
        def matches(card: Card) -> bool:
            return all(getattr(card, name) == value for name, value in required.items()) and (
                self.weight is None or (card.class_ is not None and WEIGHTS[card.class_] == self.weight)
            )

        return matches

    def compile(self) -> CompiledFilter:
        """Return a test of a card in play, from the view of a seat."""
        printed = self.compile_for_card()
        wounded, whose = self.wounded, self.whose
        if wounded is None and whose == "any":
            return lambda table, seat, card: printed(table.cards[card])

        def matches(table: EnemyTable, seat: int, card: int) -> bool:
            return (
                printed(table.cards[card])
                and (wounded is None or (card in table.wounded) == wounded)
                and (whose == "any" or (table.owners[card] == seat) == (whose == "yours"))
            )

        return matches

    def noun(self, language: str, count: int = 1, *, other: bool = False) -> str:
        """Return the noun phrase without article: "wounded {fire} PC", "opposing items", "other goblin of yours"."""
        return self._japanese(other) if language == "ja" else self._english(count, other)

    def counted_text(self, language: str, count: int = 1) -> str:
        """Return the noun phrase with a count: "a goblin", "2 {fire} cards"; "ゴブリン1体"."""
        if language == "ja":
            return f"{self.noun('ja')}{count}{self._counter_word()}"
        return with_article(self.noun("en")) if count == 1 else f"{count} {self.noun('en', count)}"

    def at_least_text(self, language: str, count: int) -> str:
        """Return the noun phrase with a minimum count: "2 or more undead"; "不死が2体以上"."""
        if language == "ja":
            return f"{self.noun('ja')}が{count}{self._counter_word()}以上"
        return self.counted_text("en") if count == 1 else f"{count} or more {self.noun('en', count)}"

    def target_text(self, language: str) -> str:
        """Return the noun phrase for one target of a text; the only monsters it can target are those in portals."""
        if self.implied_type != "monster":
            return self.counted_text(language)
        return f"ポータルの{self.counted_text('ja')}" if language == "ja" else f"{self.counted_text('en')} in a portal"

    @property
    def implied_type(self) -> CardType | None:
        """The card type, either set or implied by another field; None if several types can match."""
        if self.type:
            return self.type
        if self.class_ or self.weight or self.wounded is not None:
            return "pc"
        if self.subtype or self.goblin:
            return "item"
        return "monster" if self.species or self.unique or self.storable else None

    def _english(self, count: int, other: bool) -> str:
        words = [
            (other, "other"),
            (self.whose == "theirs", "opposing"),
            (self.wounded is not None, "wounded" if self.wounded else "healthy"),
            (self.unique, "unique"),
            (self.storable, "storable"),
            (self.element, f"{{{self.element}}}"),
            (self.weight, self.weight or ""),
            (True, self._noun()[0 if count == 1 else 1]),
            (self.whose == "yours", "of yours"),
        ]
        return " ".join(word for is_set, word in words if is_set)

    def _japanese(self, other: bool) -> str:
        words = [
            (self.whose != "any", "自分の" if self.whose == "yours" else "相手の"),
            (other, "他の"),
            (self.wounded is not None, "負傷した" if self.wounded else "無傷の"),
            (self.unique, "ユニークな"),
            (self.storable, "格納可能な"),
            (self.element, f"{{{self.element}}}の"),
            (self.weight, f"{WEIGHT_WORDS[self.weight][1]}級の" if self.weight else ""),
            (True, self._noun()[2]),
        ]
        return "".join(word for is_set, word in words if is_set)

    def _noun(self) -> Noun:
        """Return the noun of the most specific field that is set."""
        if self.name:
            return (self.name, self.name, f"「{self.name}」")
        if self.goblin:
            return GOBLIN_ITEM
        for value, nouns in ((self.class_, CLASSES), (self.species, SPECIES), (self.subtype, SUBTYPES)):
            if value:
                return nouns[value]
        return TYPES[self.implied_type] if self.implied_type else CARD

    def _counter_word(self) -> str:
        return COUNTERS.get(self.implied_type or "", "枚")


def spottable_cards(table: EnemyTable) -> list[int]:
    """Return the face-up cards in play, of both players (ENE-13.2, 13.3).

    Cards in hands, decks and discard piles (ENE-13.4), hidden cards (ENE-13.5) and food cannot be spotted.
    """
    cards: list[int] = []
    under = table.cards_under
    for seat in range(table.seats):
        for pc in table.party[seat]:
            cards.append(pc)
            if pc in under:
                cards += under[pc]
        cards += table.portal[seat]
        cards += table.score[seat]
        cards += table.grunties[seat]
    return cards + table.attack + table.field


def pcs_in_play(table: EnemyTable) -> list[int]:
    """Return the PCs in play, of both players; these are all PCs that can be spotted."""
    return table.party[0] + table.party[1]


def possible_targets(table: EnemyTable, seat: int, matches: CompiledFilter) -> list[int]:
    """Return the matching PCs, items, portal and attacking monsters, fields and Grunties that a text can target."""
    scored = {card for pile in table.score for card in pile}
    return [card for card in spottable_cards(table) if card not in scored and matches(table, seat, card)]
