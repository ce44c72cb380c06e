"""Which cards a text speaks of, and spotting them (ENE-13.*)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.terms import WEIGHTS, Card, CardType, Element, PcClass, Subtype, Weight
from gameplay.games.enemy.words import CLASSES, SPECIES, SUBTYPES, TYPES, a
from gameplay.games.enemy.words import WEIGHTS as WEIGHT_WORDS

Whose = Literal["any", "yours", "theirs"]
Match = Callable[[EnemyTable, int, int], bool]


@dataclass(frozen=True)
class Filter:
    """Cards that have everything named here. Empty fields ask for nothing.

    ``whose`` is seen from the controller of the text; ``wounded`` speaks of PCs.
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

    def of_card(self) -> Callable[[Card], bool]:
        """The part that a card answers by itself, wherever it lies; answers are remembered."""
        wanted = {
            name: value
            for name in ("type", "element", "species", "class_", "subtype", "name", "goblin", "storable", "unique")
            if (value := getattr(self, name)) is not None
        }
        known: dict[Card, bool] = {}

        def matches(card: Card) -> bool:
            if card not in known:
                known[card] = all(getattr(card, name) == value for name, value in wanted.items()) and (
                    self.weight is None or (card.class_ is not None and WEIGHTS[card.class_] == self.weight)
                )
            return known[card]

        return matches

    def compile(self) -> Match:
        """Return the test of a card in play, seen by a seat."""
        printed = self.of_card()
        wounded, whose = self.wounded, self.whose

        def matches(table: EnemyTable, seat: int, card: int) -> bool:
            return (
                printed(table.cards[card])
                and (wounded is None or (card in table.wounded) == wounded)
                and (whose == "any" or (table.owners[card] == seat) == (whose == "yours"))
            )

        return matches

    def noun(self, language: str, count: int = 1) -> str:
        """The cards in words, without article: "wounded {fire} PC", "goblins"."""
        return self._japanese() if language == "ja" else self._english(count)

    def _english(self, count: int) -> str:
        number = 0 if count == 1 else 1
        words = [word for word, on in (("wounded", self.wounded), ("unique", self.unique)) if on]
        words += ["healthy"] if self.wounded is False else []
        words += ["storable"] if self.storable else []
        words += ["goblin item" + "s" * number] if self.goblin else []
        words += [f"{{{self.element}}}"] if self.element else []
        words += [WEIGHT_WORDS[self.weight][0]] if self.weight else []
        if self.name:
            words.append(self.name)
        elif self.class_:
            words.append(CLASSES[self.class_][number])
        elif self.species:
            words.append(SPECIES[self.species][number])
        elif self.subtype:
            words.append(SUBTYPES[self.subtype][number])
        elif self.type:
            words.append(TYPES[self.type][number])
        elif not self.goblin:
            words.append("card" if count == 1 else "cards")
        whose = {"any": "", "yours": " of yours", "theirs": " of your opponent's"}[self.whose]
        return " ".join(words) + whose

    def _japanese(self) -> str:
        words = {"any": "", "yours": "自分の", "theirs": "相手の"}[self.whose]
        words += "" if self.wounded is None else ("負傷した" if self.wounded else "無傷の")
        words += "ユニーク" if self.unique else ""
        words += "格納可能な" if self.storable else ""
        words += f"{{{self.element}}}の" if self.element else ""
        words += f"{WEIGHT_WORDS[self.weight][1]}級の" if self.weight else ""
        if self.name:
            return words + f"「{self.name}」"
        for value, nouns in (
            (self.class_, CLASSES),
            (self.species, SPECIES),
            (self.subtype, SUBTYPES),
            (self.type, TYPES),
        ):
            if value:
                return words + nouns[value][2]
        return words + ("ゴブリンアイテム" if self.goblin else "カード")

    def some(self, language: str, count: int = 1) -> str:
        """So many of the cards: "a goblin", "2 {fire} cards"."""
        if language == "ja":
            return f"{self.noun('ja')}{count}枚"
        return a(self.noun("en")) if count == 1 else f"{count} {self.noun('en', count)}"


def spottable(table: EnemyTable) -> Iterator[int]:
    """The face-up cards in play, of either player (ENE-13.2, 13.3).

    Nothing in hands, decks and discard piles (13.4), no hidden card (13.5), no food.
    """
    for seat in range(table.seats):
        for pc in table.party[seat]:
            yield pc
            yield from table.under.get(pc, ())
        yield from table.portal[seat]
        yield from table.score[seat]
        yield from table.grunties[seat]
    yield from table.attack
    yield from table.field


def can_spot(table: EnemyTable, seat: int, matches: Match, count: int) -> bool:
    """Whether ``count`` different matching cards can be spotted; each counts once (ENE-13.6)."""
    for card in spottable(table):
        if matches(table, seat, card):
            count -= 1
            if count <= 0:
                return True
    return count <= 0


def in_play(table: EnemyTable, seat: int, matches: Match) -> list[int]:
    """What a text may be aimed at: matching PCs, items, portal and attacking monsters, field, Grunties."""
    piles = {card for pile in table.score for card in pile}
    return [card for card in spottable(table) if card not in piles and matches(table, seat, card)]
