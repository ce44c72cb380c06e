"""When a text applies: requirements "to play", and the ifs and whiles of other texts."""

from dataclasses import dataclass

from gameplay.games.enemy.filters import Filter, Match, can_spot
from gameplay.games.enemy.table import EnemyTable, opponent
from gameplay.games.enemy.terms import Test


@dataclass(frozen=True)
class Spot:
    """Spotting ``count`` different cards (ENE-13.6)."""

    what: Filter
    count: int = 1


@dataclass(frozen=True)
class Condition:
    """What must be true; everything named must hold at once.

    ``spot``: so many cards can be spotted. ``against``: the other side of this card's
    fight has such a card. ``beside``: another attacking monster, or another of one's
    PCs, is such a card. ``wounded``: this PC is or is not. ``hidden``: one has so many
    hidden cards. ``behind``: one has fewer VP. ``party``: one has so many PCs.
    """

    spot: Spot | None = None
    against: Filter | None = None
    beside: Filter | None = None
    wounded: bool | None = None
    hidden: int | None = None
    behind: bool | None = None
    party: int | None = None

    def compile(self) -> Test:
        """Return the test of a table, the controller's seat and the card it stands on."""
        tests = self._tests()
        if len(tests) == 1:
            return tests[0]
        return lambda table, seat, card: all(test(table, seat, card) for test in tests)

    def _tests(self) -> list[Test]:
        tests: list[Test] = []
        if self.spot is not None:
            matches, count = self.spot.what.compile(), self.spot.count
            tests.append(lambda table, seat, card: can_spot(table, seat, matches, count))
        if self.against is not None:
            tests.append(_against(self.against.compile()))
        if self.beside is not None:
            tests.append(_beside(self.beside.compile()))
        if self.wounded is not None:
            tests.append(lambda table, seat, card: (bearer_or_self(table, card) in table.wounded) == self.wounded)
        if self.hidden is not None:
            least = self.hidden
            tests.append(lambda table, seat, card: len(table.hidden[seat]) >= least)
        if self.behind is not None:
            tests.append(lambda table, seat, card: _behind(table, seat) == self.behind)
        if self.party is not None:
            needed = self.party
            tests.append(lambda table, seat, card: len(table.party[seat]) >= needed)
        return tests

    def say(self, language: str) -> str:
        """The condition as a clause: "you can spot a goblin"."""
        return (" and " if language == "en" else "、かつ").join(self._clauses(language))

    def _clauses(self, language: str) -> list[str]:
        english = language == "en"
        clauses = []
        if self.spot is not None:
            what = self.spot.what.some(language, self.spot.count)
            clauses.append(f"you can spot {what}" if english else f"{what}を指定できる")
        if self.against is not None:
            what = self.against.some(language) if english else self.against.noun(language)
            clauses.append(f"fighting {what}" if english else f"{what}と戦っている")
        if self.beside is not None:
            clauses.append(self._beside_clause(language))
        if self.wounded is not None:
            state = ("wounded", "負傷している") if self.wounded else ("healthy", "無傷である")
            clauses.append(f"this PC is {state[0]}" if english else f"このPCが{state[1]}")
        if self.hidden is not None:
            clauses.append(
                f"you have {self.hidden} or more hidden cards" if english else f"自分の伏せ札が{self.hidden}枚以上ある"
            )
        if self.behind is not None:
            clauses.append("you have fewer VP than your opponent" if english else "自分の勝利点が相手より少ない")
        if self.party is not None:
            clauses.append(f"you have {self.party} or more PCs" if english else f"自分のPCが{self.party}人以上いる")
        return clauses

    def _beside_clause(self, language: str) -> str:
        assert self.beside is not None
        pc = self.beside.type == "pc" or self.beside.class_ is not None or self.beside.weight is not None
        noun = self.beside.noun(language)
        if language == "ja":
            return f"他に{noun}が" + ("自分にいる" if pc else "攻撃している")
        return f"you have another {noun}" if pc else f"another {noun} attacks"

    def spotting(self, language: str) -> str:
        """The condition as a requirement: "Spot 2 {fire} cards"."""
        if self.spot is not None and self == Condition(spot=self.spot):
            what = self.spot.what.some(language, self.spot.count)
            return f"Spot {what}" if language == "en" else f"{what}を指定する"
        clause = self.say(language)
        return f"Only if {clause}" if language == "en" else f"{clause}場合のみ"


def bearer_or_self(table: EnemyTable, card: int) -> int:
    """The PC that bears ``card``, or the card itself."""
    for pc, below in table.under.items():
        if card in below:
            return pc
    return card


def _against(matches: Match) -> Test:
    def test(table: EnemyTable, seat: int, card: int) -> bool:
        fight = table.fight
        if fight is None:
            return False
        others = fight.monsters if seat != table.active else [fight.pc]
        return any(matches(table, seat, other) for other in others)

    return test


def _beside(matches: Match) -> Test:
    def test(table: EnemyTable, seat: int, card: int) -> bool:
        others = table.party[seat] if table.cards[card].type != "monster" else table.attack
        return any(other != card and matches(table, seat, other) for other in others)

    return test


def _behind(table: EnemyTable, seat: int) -> bool:
    scores = table.scores()
    return scores[seat] < scores[opponent(table, seat)]
