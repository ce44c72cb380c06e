"""Conditions of card texts."""

from dataclasses import dataclass

from gameplay.engine.text.effects import CompiledCondition, all_hold
from gameplay.engine.text.wording import with_article
from gameplay.games.hagmi.filters import Filter
from gameplay.games.hagmi.table import opponents


@dataclass(frozen=True)
class Condition:
    """A condition that holds if every given field holds.

    ``have``: at least ``count`` matching cards are on the battlefield. ``fuel``: this unit has at least this much fuel.
    ``outnumbered``: an opponent has more units. ``damage_left``: your damage deck has at most this many cards.
    ``hand``: you have at most this many cards in hand.
    """

    have: Filter | None = None
    count: int = 1
    fuel: int | None = None
    outnumbered: bool = False
    damage_left: int | None = None
    hand: int | None = None

    def compile(self) -> CompiledCondition:
        """Return the test: a function of the table, the controller's seat and the card with the text."""
        tests: list[CompiledCondition] = []
        if self.have is not None:
            find, count = self.have.compile(), self.count
            tests.append(lambda table, seat, card: len(find(table, seat)) >= count)
        if self.fuel is not None:
            minimum = self.fuel
            tests.append(lambda table, seat, card: len(table.fuel.get(card, ())) >= minimum)
        if self.outnumbered:
            tests.append(
                lambda table, seat, card: any(
                    len(table.units[other]) > len(table.units[seat]) for other in opponents(table, seat)
                )
            )
        if self.damage_left is not None:
            damage_limit = self.damage_left
            tests.append(lambda table, seat, card: len(table.damage[seat]) <= damage_limit)
        if self.hand is not None:
            hand_limit = self.hand
            tests.append(lambda table, seat, card: len(table.hand[seat]) <= hand_limit)
        return all_hold(tests)

    def say(self, language: str) -> str:
        """Return the condition as a clause for "if ..." or 「...場合」."""
        english = language == "en"
        clauses = []
        if self.have is not None:
            noun = self.have.noun(language, plural=self.count > 1)
            subject = f"{with_article(noun)} is" if self.count == 1 else f"at least {self.count} {noun} are"
            clauses.append(
                f"{subject} on the battlefield" if english else f"{noun}が{self.count}{self.have.counter_word}以上いる"
            )
        if self.fuel is not None:
            clauses.append(
                f"this unit has {self.fuel} or more fuel" if english else f"このユニットの燃料が{self.fuel}枚以上ある"
            )
        if self.outnumbered:
            clauses.append("an opponent has more units than you" if english else "相手のユニットが自分より多い")
        if self.damage_left is not None:
            limit = self.damage_left
            clauses.append(
                f"your damage deck has {limit} or fewer cards"
                if english
                else f"自分のダメージデッキが{limit}枚以下である"
            )
        if self.hand is not None:
            clauses.append(
                f"you have {self.hand} or fewer cards in hand" if english else f"自分の手札が{self.hand}枚以下である"
            )
        return (" and " if english else "、かつ").join(clauses)
