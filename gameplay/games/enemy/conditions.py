"""Conditions of card texts: requirements to play a card, and the "if" and "while" clauses of other texts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from gameplay.engine.text.effects import CompiledCondition, all_hold
from gameplay.engine.text.wording import join_phrases
from gameplay.games.enemy.filters import CompiledFilter, Filter, pcs_in_play, spottable_cards
from gameplay.games.enemy.table import EnemyTable, opponent_of
from gameplay.games.enemy.terms import Card


@dataclass(frozen=True)
class Spot:
    """``count`` different cards that match can be spotted (ENE-13.6)."""

    what: Filter
    count: int = 1


@dataclass(frozen=True)
class SpotHidden:
    """``count`` hidden cards can be spotted: those of either player, ``yours`` or ``theirs`` (ENE-13.5)."""

    count: int = 1
    whose: Literal["any", "yours", "theirs"] = "any"


@dataclass(frozen=True)
class Buried:
    """``count`` matching cards are in your discard pile, where nothing can be spotted (ENE-13.4)."""

    what: Filter
    count: int = 1


@dataclass(frozen=True)
class Condition:
    """A condition of a text; it holds if everything in it holds.

    ``spot``: cards can be spotted, see `Spot`. ``against``: the other side of this card's
    fight has a matching card. ``beside``: another attacking monster, or another PC of
    yours, matches. ``wounded``: whether this PC is wounded. ``hidden``: the minimum number
    of your hidden cards. ``behind``: whether you have fewer VP. ``party``: the minimum number
    of your PCs. ``bears``: the minimum number of items this PC bears. ``buried``: see `Buried`.
    ``spot_hidden``: hidden cards can be spotted, see `SpotHidden`.
    """

    spot: Spot | None = None
    against: Filter | None = None
    beside: Filter | None = None
    wounded: bool | None = None
    hidden: int | None = None
    behind: bool | None = None
    party: int | None = None
    bears: int | None = None
    buried: Buried | None = None
    spot_hidden: SpotHidden | None = None

    def compile(self) -> CompiledCondition:
        """Return a test of a table, the controller's seat and the card with this text."""
        return all_hold(self._tests())

    def _tests(self) -> list[CompiledCondition]:
        makers: list[tuple[Any, Callable[[Any], CompiledCondition]]] = [
            (self.spot, _spot),
            (self.against, lambda what: _against(what.compile())),
            (self.beside, lambda what: _beside(what.compile())),
            (self.wounded, _is_wounded),
            (self.hidden, partial(_at_least, "hidden")),
            (self.behind, lambda behind: lambda table, seat, card: _behind(table, seat) == behind),
            (self.party, partial(_at_least, "party")),
            (self.bears, _bears),
            (self.buried, lambda buried: _buried(buried.what.compile_for_card(), buried.count)),
            (self.spot_hidden, _spot_hidden),
        ]
        return [make(value) for value, make in makers if value is not None]

    def say(self, language: str) -> str:
        """Return the condition as a clause: "you can spot a goblin"."""
        return (" and " if language == "en" else "、かつ").join(self._clauses(language))

    def _clauses(self, language: str) -> list[str]:
        """Return each part of the condition as a clause to combine with "if", "while", 場合 or 間."""
        clauses = [
            (self.spot, self._spot_clause),
            (self.against, self._against_clause),
            (self.beside, self._beside_clause),
            (self.wounded is not None, self._wounded_clause),
            (
                self.bears,
                lambda: (
                    f"{{self}} bears {Filter(type='item').at_least_text('en', self.bears or 1)}",
                    f"{{self}}がアイテムを{self.bears}枚以上装備している",
                ),
            ),
            (
                self.hidden,
                lambda: (
                    "you have a hidden card" if self.hidden == 1 else f"you have {self.hidden} or more hidden cards",
                    f"自分の伏せ札が{self.hidden}枚以上ある",
                ),
            ),
            (
                self.party,
                lambda: (
                    f"you have {Filter(type='pc').at_least_text('en', self.party or 1)}",
                    f"自分のPCが{self.party}人以上いる",
                ),
            ),
            (self.buried, self._buried_clause),
            (self.spot_hidden, self._spot_hidden_clause),
            (self.behind is not None, self._behind_clause),
        ]
        return [clause()[language == "ja"] for is_set, clause in clauses if is_set]

    def _spot_clause(self) -> tuple[str, str]:
        assert self.spot is not None
        what, count = self.spot.what, self.spot.count
        return f"you can spot {what.counted_text('en', count)}", f"{what.counted_text('ja', count)}を指定できる"

    def _spot_hidden_clause(self) -> tuple[str, str]:
        assert self.spot_hidden is not None
        count, whose = self.spot_hidden.count, self.spot_hidden.whose
        owner = {"any": "", "yours": "your ", "theirs": "your opponent's "}[whose]
        japanese = {"any": "", "yours": "自分の", "theirs": "相手の"}[whose]
        if count > 1:
            cards = f"{count} of {owner}hidden cards" if owner else f"{count} hidden cards"
        else:
            cards = f"one of {owner}hidden cards" if owner else "a hidden card"
        return f"you can spot {cards}", f"{japanese}伏せ札{count}枚を指定できる"

    def _against_clause(self) -> tuple[str, str]:
        assert self.against is not None
        return f"{{self}} fights {self.against.counted_text('en')}", f"{{self}}が{self.against.noun('ja')}と戦っている"

    def _beside_clause(self) -> tuple[str, str]:
        assert self.beside is not None
        others = replace(self.beside, type=self.beside.implied_type or "monster")
        english, japanese = others.noun("en"), others.noun("ja", other=True)
        if others.implied_type == "pc":
            return f"you have another {english}", f"自分に{japanese}がいる"
        return f"another {english} attacks", f"{japanese}が攻撃している"

    def _wounded_clause(self) -> tuple[str, str]:
        return (
            ("{self} is wounded", "{self}が負傷している")
            if self.wounded
            else ("{self} is healthy", "{self}が無傷である")
        )

    def _buried_clause(self) -> tuple[str, str]:
        assert self.buried is not None
        what, count = self.buried.what, self.buried.count
        return (
            f"your discard pile holds {what.at_least_text('en', count)}",
            f"自分の捨て札に{what.at_least_text('ja', count)}ある",
        )

    def _behind_clause(self) -> tuple[str, str]:
        if self.behind:
            return "you have fewer VP than your opponent", "自分の勝利点が相手より少ない"
        return "you have at least as many VP as your opponent", "自分の勝利点が相手以上である"


def requirements_text(requirements: Sequence[Condition], language: str) -> str:
    """Return the text of requirements: "spot 2 {fire} cards and a goblin", "only if you have 3 or more PCs"."""
    english = language == "en"
    spots = [each.spot for each in requirements if each.spot is not None and each == Condition(spot=each.spot)]
    if len(spots) == len(requirements):
        cards = [spot.what.counted_text(language, spot.count) for spot in spots]
        return f"spot {join_phrases(cards)}" if english else f"{'、'.join(cards)}を指定する"
    clauses = [each.say(language) for each in requirements]
    return f"only if {' and '.join(clauses)}" if english else f"{'、かつ'.join(clauses)}場合のみ"


def bearer_or_self(table: EnemyTable, card: int) -> int:
    """Return the PC that bears ``card``, or the card itself."""
    for pc, below in table.cards_under.items():
        if card in below:
            return pc
    return card


def _is_wounded(wounded: bool) -> CompiledCondition:
    return lambda table, seat, card: (bearer_or_self(table, card) in table.wounded) == wounded


def _bears(minimum: int) -> CompiledCondition:
    return lambda table, seat, card: len(table.cards_under.get(bearer_or_self(table, card), ())) >= minimum


def _at_least(zone: str, minimum: int) -> CompiledCondition:
    return lambda table, seat, card: len(getattr(table, zone)[seat]) >= minimum


def _spot_hidden(spot: SpotHidden) -> CompiledCondition:
    def holds(table: EnemyTable, seat: int, card: int) -> bool:
        other = opponent_of(table, seat)
        seats = {"any": (seat, other), "yours": (seat,), "theirs": (other,)}[spot.whose]
        return sum(len(table.hidden[each]) for each in seats) >= spot.count

    return holds


def _spot(spot: Spot) -> CompiledCondition:
    """Return a test whether enough different cards that match can be spotted (ENE-13.6)."""
    matches, count = spot.what.compile(), spot.count
    # Most texts spot a PC, and most cards are not PCs: this saves the test of the others.
    candidates = pcs_in_play if spot.what.implied_type == "pc" else spottable_cards

    def test(table: EnemyTable, seat: int, card: int) -> bool:
        missing = count
        for other in candidates(table):
            if matches(table, seat, other):
                missing -= 1
                if missing <= 0:
                    return True
        return False

    return test


def _against(matches: CompiledFilter) -> CompiledCondition:
    def test(table: EnemyTable, seat: int, card: int) -> bool:
        fight = table.fight
        if fight is None:
            return False
        others = fight.monsters if seat != table.active else [fight.pc]
        return any(matches(table, seat, other) for other in others)

    return test


def _beside(matches: CompiledFilter) -> CompiledCondition:
    def test(table: EnemyTable, seat: int, card: int) -> bool:
        others = table.party[seat] if table.cards[card].type != "monster" else table.attack
        this_card = bearer_or_self(table, card)
        return any(other != this_card and matches(table, seat, other) for other in others)

    return test


def _buried(matches: Callable[[Card], bool], count: int) -> CompiledCondition:
    def test(table: EnemyTable, seat: int, card: int) -> bool:
        return sum(matches(table.cards[other]) for other in table.discard[seat]) >= count

    return test


def _behind(table: EnemyTable, seat: int) -> bool:
    scores = table.scores()
    return scores[seat] < scores[opponent_of(table, seat)]
