"""When a text applies."""

from dataclasses import dataclass

from gameplay.engine.text.effects import CompiledCondition, all_hold
from gameplay.engine.text.wording import with_article
from gameplay.games.hagmi.filters import Filter
from gameplay.games.hagmi.table import opponents


@dataclass(frozen=True)
class Condition:
    """What must be true; everything named must hold at once.

    ``have``: so many such cards are on the battlefield, ``count`` of them. ``fuel``: this unit has so much of it.
    ``outnumbered``: an opponent has more units. ``damage_left``: one's damage deck has at most so many cards.
    ``hand``: one has at most so many cards in hand.
    """

    have: Filter | None = None
    count: int = 1
    fuel: int | None = None
    outnumbered: bool = False
    damage_left: int | None = None
    hand: int | None = None

    def compile(self) -> CompiledCondition:
        """Return the test of a table, the controller's seat and the card it stands on."""
        tests: list[CompiledCondition] = []
        if self.have is not None:
            find, count = self.have.compile(), self.count
            tests.append(lambda table, seat, card: len(find(table, seat)) >= count)
        if self.fuel is not None:
            least = self.fuel
            tests.append(lambda table, seat, card: len(table.fuel.get(card, ())) >= least)
        if self.outnumbered:
            tests.append(
                lambda table, seat, card: any(
                    len(table.units[other]) > len(table.units[seat]) for other in opponents(table, seat)
                )
            )
        if self.damage_left is not None:
            most = self.damage_left
            tests.append(lambda table, seat, card: len(table.damage[seat]) <= most)
        if self.hand is not None:
            held = self.hand
            tests.append(lambda table, seat, card: len(table.hand[seat]) <= held)
        return all_hold(tests)

    def say(self, language: str) -> str:
        """The condition as a clause that "if" or 場合 can follow."""
        english = language == "en"
        clauses = []
        if self.have is not None:
            many = self.have.noun(language)
            least = f"{with_article(many)} is" if self.count == 1 else f"at least {self.count} of: {many} are"
            clauses.append(
                f"{least} on the battlefield" if english else f"{many}が{self.count}{self.have.counter_word}以上いる"
            )
        if self.fuel is not None:
            clauses.append(
                f"this unit has {self.fuel} or more fuel" if english else f"このユニットの燃料が{self.fuel}枚以上ある"
            )
        if self.outnumbered:
            clauses.append("an opponent has more units than you" if english else "相手のユニットが自分より多い")
        if self.damage_left is not None:
            most = self.damage_left
            clauses.append(
                f"your damage deck has {most} or fewer cards"
                if english
                else f"自分のダメージデッキが{most}枚以下である"
            )
        if self.hand is not None:
            clauses.append(
                f"you have {self.hand} or fewer cards in hand" if english else f"自分の手札が{self.hand}枚以下である"
            )
        return (" and " if english else "、かつ").join(clauses)
