"""When a text applies, and what a goal asks for."""

from dataclasses import dataclass

from gameplay.engine.text.effects import CompiledCondition, all_hold
from gameplay.engine.text.wording import with_article
from gameplay.games.rm2k.filters import Filter
from gameplay.games.rm2k.levels import current_level
from gameplay.games.rm2k.nouns import SKILL_NOUNS as SKILL_WORDS
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import SKILLS, Skill


@dataclass(frozen=True)
class Have:
    """``count`` matching cards are in play."""

    what: Filter
    count: int = 1


@dataclass(frozen=True)
class Buried:
    """``count`` matching cards lie in one's discard pile."""

    what: Filter
    count: int = 1


@dataclass(frozen=True)
class Able:
    """This User, or the one this Attach lies on, has at least this level."""

    skill: Skill
    least: int


@dataclass(frozen=True)
class Condition:
    """What must be true; everything named must hold at once.

    ``have``, ``buried`` and ``able`` see there. ``vp``: one has so many. ``behind``: one has fewer VP than some
    opponent. ``attached``: this User bears so many Attaches. ``won``: one has won so many Challenges.
    ``challenge``: a Challenge of that skill is on. ``hand``: one holds so many cards or more. ``alone``: one has no other User.
    """

    have: Have | None = None
    buried: Buried | None = None
    able: Able | None = None
    vp: int | None = None
    behind: bool | None = None
    attached: int | None = None
    won: int | None = None
    hand: int | None = None
    challenge: Skill | None = None
    alone: bool | None = None

    def compile(self) -> CompiledCondition:
        """Return the test of a table, the controller's seat and the card it stands on."""
        return all_hold(self._tests())

    def _tests(self) -> list[CompiledCondition]:
        tests = [_count_test(self.have, self.buried)] if self.have or self.buried else []
        if self.able is not None:
            skill, least = SKILLS.index(self.able.skill), self.able.least
            tests.append(lambda table, seat, card: current_level(table, host_user(table, card), skill) >= least)
        if self.vp is not None:
            tests.append(lambda table, seat, card: table.vp[seat] >= self.vp)
        if self.behind is not None:
            tests.append(lambda table, seat, card: (table.vp[seat] < max(table.vp)) == self.behind)
        if self.attached is not None:
            attached = self.attached
            tests.append(lambda table, seat, card: len(table.cards_under.get(host_user(table, card), ())) >= attached)
        if self.won is not None:
            tests.append(lambda table, seat, card: table.challenges_won[seat] >= self.won)
        if self.hand is not None:
            hand = self.hand
            tests.append(lambda table, seat, card: len(table.hand[seat]) >= hand)
        if self.challenge is not None:
            number = SKILLS.index(self.challenge)
            tests.append(lambda table, seat, card: _challenge_skill(table) == number)
        if self.alone is not None:
            tests.append(lambda table, seat, card: (len(table.users[seat]) == 1) == self.alone)
        return tests

    def say(self, language: str) -> str:
        """The condition as a clause: "you have 3 or more Users of yours in play"."""
        return (" and " if language == "en" else "、かつ").join(self._clauses(language == "ja"))

    def _clauses(self, japanese: bool) -> list[str]:
        said = [
            _have_clause(self.have, japanese) if self.have else "",
            _buried_clause(self.buried, japanese) if self.buried else "",
            _able_clause(self.able, japanese) if self.able else "",
        ]
        for value, english, other in (
            (self.vp, "you have {} or more VP", "自分の勝利点が{}点以上である"),
            (self.attached, "this User has {} or more Attaches", "このユーザーにアタッチが{}枚以上ある"),
            (self.won, "you have won {} or more Challenges", "自分がチャレンジに{}回以上勝っている"),
            (self.hand, "you hold {} or more cards", "自分の手札が{}枚以上ある"),
        ):
            said.append((other if japanese else english).format(value) if value is not None else "")
        if self.behind is not None:
            said.append(BEHIND_CLAUSES[self.behind][japanese])
        if self.challenge is not None:
            noun = SKILL_WORDS[self.challenge]
            said.append(f"{noun[2]}のチャレンジ中である" if japanese else f"{with_article(noun[0])} Challenge is on")
        if self.alone is not None:
            said.append(ALONE_CLAUSES[self.alone][japanese])
        return [clause for clause in said if clause]


BEHIND_CLAUSES = {
    True: ("an opponent has more VP than you", "自分より勝利点の多い相手がいる"),
    False: ("no opponent has more VP than you", "自分より勝利点の多い相手がいない"),
}
ALONE_CLAUSES = {
    True: ("you have only one User in play", "自分の場のユーザーが1人だけである"),
    False: ("you have more than one User in play", "自分の場のユーザーが2人以上いる"),
}


def host_user(table: Rm2kTable, card: int) -> int:
    """The User an Attach lies on, or the User itself."""
    if table.cards[card].type != "attach":
        return card
    return next((user for user, below in table.cards_under.items() if card in below), card)


def _challenge_skill(table: Rm2kTable) -> int | None:
    return None if table.challenge is None else table.cards[table.challenge.card].skill


def _count_test(have: Have | None, buried: Buried | None) -> CompiledCondition:
    """Both counts in one test, whichever are there."""
    find = have.what.compile() if have else None
    lies = buried.what.compile_for_card() if buried else None

    def holds(table: Rm2kTable, seat: int, card: int) -> bool:
        if have and find and len(find(table, seat)) < have.count:
            return False
        if buried and lies:
            return len([card for card in table.discard[seat] if lies(table.cards[card])]) >= buried.count
        return True

    return holds


def _have_clause(have: Have, japanese: bool) -> str:
    if japanese:
        is_there = "いる" if have.what.implied_type == "user" else "ある"
        return f"場に{have.what.counted_text('ja', have.count)}以上が{is_there}"
    if have.count == 1:
        return f"there is {have.what.counted_text('en')} in play"
    return f"there are {have.count} or more {have.what.noun('en', have.count)} in play"


def _buried_clause(buried: Buried, japanese: bool) -> str:
    if japanese:
        return f"自分の捨て札に{buried.what.counted_text('ja', buried.count, out_of_play=True)}以上がある"
    noun = buried.what.noun("en", buried.count, out_of_play=True)
    many = buried.what.counted_text("en", out_of_play=True) if buried.count == 1 else f"{buried.count} or more {noun}"
    return f"your discard pile has {many}"


def _able_clause(able: Able, japanese: bool) -> str:
    noun = SKILL_WORDS[able.skill]
    if japanese:
        return f"このユーザーの{noun[2]}が{able.least}以上である"
    return f"this User has {noun[0]} {able.least} or more"
