"""Which cards a text speaks of."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from gameplay.engine.wording import a
from gameplay.games.rm2k.levels import immune
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import SKILLS, Card, CardType, Skill, Symbol
from gameplay.games.rm2k.words import ATTRIBUTES, COUNTERS, IN_PLAY, SYMBOLS, TYPES
from gameplay.games.rm2k.words import SKILLS as SKILL_WORDS

Whose = Literal["any", "yours", "theirs"]
Match = Callable[[Rm2kTable, int, int], bool]


@dataclass(frozen=True)
class Filter:
    """Cards that have everything named here. Empty fields ask for nothing.

    ``whose`` is seen from the controller of the text; ``lagged`` speaks of Users with lag; ``skill`` of a card's symbol.
    """

    type: CardType | None = None
    attribute: str | None = None
    skill: Skill | None = None
    symbol: Symbol | None = None
    lagged: bool | None = None
    whose: Whose = "any"

    def of_card(self) -> Callable[[Card], bool]:
        """The part that a card answers by itself, wherever it lies; answers are remembered."""
        kind, skill = self.kind, SKILLS.index(self.skill) if self.skill else None

        @cache
        def matches(card: Card) -> bool:
            return (
                (kind is None or card.type == kind)
                and (self.attribute is None or self.attribute in card.attributes)
                and (skill is None or card.skill == skill)
                and (self.symbol is None or card.symbol == self.symbol)
            )

        return matches

    def compile(self) -> Match:
        """Return the test of a card in play, seen by a seat."""
        printed, lagged, whose = self.of_card(), self.lagged, self.whose

        def matches(table: Rm2kTable, seat: int, card: int) -> bool:
            return (
                printed(table.cards[card])
                and (lagged is None or (card in table.lag) == lagged)
                and (whose == "any" or (table.owners[card] == seat) == (whose == "yours"))
            )

        return matches

    @property
    def kind(self) -> CardType | None:
        """The type the cards have, named or implied by what else is named; None if several do."""
        if self.type:
            return self.type
        if self.symbol:
            return "attach"
        return "user" if self.lagged is not None else None

    def noun(self, language: str, count: int = 1, *, loose: bool = False) -> str:
        """The cards in words, without article: "opposing artist User", "Weapons of yours"; ``loose`` lie out of play."""
        at = 2 if language == "ja" else int(count != 1)
        noun = SYMBOLS[self.symbol] if self.symbol else TYPES[self.kind] if self.kind else IN_PLAY
        if loose and not self.kind:
            noun = ("card", "cards", "カード")
        attribute, skill = ATTRIBUTES.get(self.attribute or ""), SKILL_WORDS.get(self.skill or "")
        if language == "ja":
            parts = [
                {"any": "", "yours": "自分の", "theirs": "相手の"}[self.whose],
                "" if self.lagged is None else "ラグのある" if self.lagged else "ラグのない",
                f"{attribute[2]}の" if attribute else "",
                f"{skill[2]}の" if skill else "",
                noun[2],
            ]
            return "".join(parts)
        parts = [
            "opposing" if self.whose == "theirs" else "",
            "" if self.lagged is None else "lagged" if self.lagged else "unlagged",
            attribute[0] if attribute else "",
            skill[0] if skill else "",
            noun[at],
            "of yours" if self.whose == "yours" else "",
        ]
        return " ".join(part for part in parts if part)

    def some(self, language: str, count: int = 1, *, loose: bool = False) -> str:
        """So many of the cards: "a Weapon", "2 artist Users"; "武器1枚"."""
        if language == "ja":
            return f"{self.noun('ja', loose=loose)}{count}{COUNTERS.get(self.kind or '', '枚')}"
        noun = self.noun("en", count, loose=loose)
        return a(noun) if count == 1 else f"{count} {noun}"


USERS = Filter(type="user")


def in_play(table: Rm2kTable) -> list[int]:
    """Every User and Attach in play; nothing in Limbo, nothing that is Syncing (RM-5.1.10, 6.7.4)."""
    under, found = table.under, list[int]()
    for users in table.users:
        for user in users:
            found.append(user)
            if user in under:
                found += under[user]
    return found


def aims(table: Rm2kTable, seat: int, source: int, matches: Match) -> list[int]:
    """The cards in play that a text may be aimed at: no User that is immune to the skill of its card (RM-6.1)."""
    cards, skill = table.cards, table.cards[source].skill
    found = [card for card in in_play(table) if matches(table, seat, card)]
    return [card for card in found if cards[card].type != "user" or not immune(table, card, skill)]
