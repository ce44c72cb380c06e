"""Filters: the cards that a text affects."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from gameplay.engine.text.wording import with_article
from gameplay.games.rm2k.nouns import ATTRIBUTES, CARD, COUNTERS, IN_PLAY, SKILL_NOUNS, SYMBOLS, TYPES
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import SKILLS, Card, CardType, Skill, Symbol

Whose = Literal["any", "yours", "theirs"]
CompiledFilter = Callable[[Rm2kTable, int], list[int]]
"""A compiled filter: return the matching cards in play for the seat that controls the text."""


@dataclass(frozen=True)
class Filter:
    """Cards that match every given field.

    ``whose`` is relative to the controller of the text. ``lagged`` is about Users with lag, ``skill`` about the skill
    symbol of a card.
    """

    type: CardType | None = None
    attribute: str | None = None
    skill: Skill | None = None
    symbol: Symbol | None = None
    lagged: bool | None = None
    whose: Whose = "any"

    def compile_for_card(self) -> Callable[[Card], bool]:
        """Return a cached test of printed cards, regardless of the game state."""
        kind, skill = self.implied_type, SKILLS.index(self.skill) if self.skill else None

        @cache
        def matches(card: Card) -> bool:
            return (
                (kind is None or card.type == kind)
                and (self.attribute is None or self.attribute in card.attributes)
                and (skill is None or card.skill == skill)
                and (self.symbol is None or card.symbol == self.symbol)
            )

        return matches

    def compile(self) -> CompiledFilter:
        """Return a function that finds the matching cards in play."""
        printed, lagged, whose = self.compile_for_card(), self.lagged, self.whose
        candidates = users_in_play if self.implied_type == "user" else cards_in_play
        any_user = candidates is users_in_play and not (self.attribute or self.skill or self.symbol)

        def find(table: Rm2kTable, seat: int) -> list[int]:
            cards, lag, owners = table.cards, table.lag, table.owners
            found = candidates(table)
            if not any_user:
                found = [card for card in found if printed(cards[card])]
            if lagged is not None:
                found = [card for card in found if (card in lag) == lagged]
            if whose != "any":
                found = [card for card in found if (owners[card] == seat) == (whose == "yours")]
            return found

        return find

    @property
    def implied_type(self) -> CardType | None:
        """The type of the matching cards, given or implied by other fields; None if there can be several."""
        if self.type:
            return self.type
        if self.symbol:
            return "attach"
        return "user" if self.lagged is not None else None

    def noun(self, language: str, count: int = 1, *, out_of_play: bool = False) -> str:
        """Return the cards as a noun without article: "opposing artist User", "Weapons of yours".

        ``out_of_play``: the cards are not in play, so without a type they are "cards".
        """
        noun = SYMBOLS[self.symbol] if self.symbol else TYPES[self.implied_type] if self.implied_type else IN_PLAY
        if out_of_play and not self.implied_type:
            noun = CARD
        attribute, skill = ATTRIBUTES.get(self.attribute or ""), SKILL_NOUNS.get(self.skill or "")
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
            noun[int(count != 1)],
            "of yours" if self.whose == "yours" else "",
        ]
        return " ".join(part for part in parts if part)

    def counted_text(self, language: str, count: int = 1, *, out_of_play: bool = False) -> str:
        """Return a number of the cards in words: "a Weapon", "2 artist Users"; "武器1枚"."""
        if language == "ja":
            return f"{self.noun('ja', out_of_play=out_of_play)}{count}{self.counter_word}"
        noun = self.noun("en", count, out_of_play=out_of_play)
        return with_article(noun) if count == 1 else f"{count} {noun}"

    @property
    def counter_word(self) -> str:
        return COUNTERS.get(self.implied_type or "", "枚")


ANY_USER = Filter(type="user")


def cards_in_play(table: Rm2kTable) -> list[int]:
    """Return all Users and Attaches in play, without Limbo and Syncing cards (RM-5.1.10, 6.7.4)."""
    under = table.cards_under
    found: list[int] = []
    for users in table.users:
        for user in users:
            found.append(user)
            if user in under:
                found += under[user]
    return found


def users_in_play(table: Rm2kTable) -> list[int]:
    return [user for users in table.users for user in users]


def possible_targets(table: Rm2kTable, seat: int, source: int, find: CompiledFilter) -> list[int]:
    """Return the legal targets of a text: no User that is immune to the skill of its card (RM-6.1)."""
    cards, skill = table.cards, table.cards[source].skill
    return [card for card in find(table, seat) if skill not in cards[card].immune]
