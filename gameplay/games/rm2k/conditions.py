"""Conditions of card texts and goals."""

from dataclasses import dataclass, replace

from gameplay.engine.text.effects import CompiledCondition, all_hold
from gameplay.engine.text.wording import with_article
from gameplay.games.rm2k.filters import Filter
from gameplay.games.rm2k.levels import current_level
from gameplay.games.rm2k.nouns import SKILL_NOUNS
from gameplay.games.rm2k.table import Rm2kTable
from gameplay.games.rm2k.terms import SKILLS, Skill


@dataclass(frozen=True)
class Have:
    """At least ``count`` matching cards are in play."""

    what: Filter
    count: int = 1


@dataclass(frozen=True)
class Buried:
    """At least ``count`` matching cards are in your discard pile."""

    what: Filter
    count: int = 1


@dataclass(frozen=True)
class Able:
    """This User, or the User with this Attach, has at least this level."""

    skill: Skill
    least: int


@dataclass(frozen=True)
class Condition:
    """A condition that holds if every given field holds.

    For ``have``, ``buried`` and ``able`` see there. ``vp``: you have at least this many VP. ``behind``: an opponent
    has more VP. ``attached``: this User has at least this many Attaches. ``won``: you have won at least this many
    Challenges. ``hand``: you have at least this many cards in hand. ``challenge``: a Challenge of this skill is in
    progress. ``alone``: you have only one User in play.
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
        """Return the test: a function of the table, the controller's seat and the card with the text."""
        return all_hold(self._tests())

    def _tests(self) -> list[CompiledCondition]:
        tests = [_count_test(self.have, self.buried)] if self.have or self.buried else []
        if self.able is not None:
            skill, minimum = SKILLS.index(self.able.skill), self.able.least
            tests.append(lambda table, seat, card: current_level(table, host_user(table, card), skill) >= minimum)
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
        """Return the condition as a clause: "you have 3 or more Users in play"."""
        return (" and " if language == "en" else "、かつ").join(self._clauses(language == "ja"))

    def _clauses(self, japanese: bool) -> list[str]:
        clauses = [
            _have_clause(self.have, japanese) if self.have else "",
            _buried_clause(self.buried, japanese) if self.buried else "",
            _able_clause(self.able, japanese) if self.able else "",
        ]
        for value, english, other in (
            (self.vp, "you have {} or more VP", "自分の勝利点が{}点以上である"),
            (self.attached, "this User has {} or more Attaches", "このユーザーにアタッチが{}枚以上ある"),
            (self.won, "you have won {} or more Challenges", "自分がチャレンジに{}回以上勝っている"),
            (self.hand, "you have {} or more cards in hand", "自分の手札が{}枚以上ある"),
        ):
            clauses.append((other if japanese else english).format(value) if value is not None else "")
        if self.behind is not None:
            clauses.append(BEHIND_CLAUSES[self.behind][japanese])
        if self.challenge is not None:
            noun = SKILL_NOUNS[self.challenge]
            clauses.append(
                f"{noun[2]}のチャレンジ中である" if japanese else f"{with_article(noun[0])} Challenge is in progress"
            )
        if self.alone is not None:
            clauses.append(ALONE_CLAUSES[self.alone][japanese])
        return [clause for clause in clauses if clause]


BEHIND_CLAUSES = {
    True: ("an opponent has more VP than you", "自分より勝利点の多い相手がいる"),
    False: ("no opponent has more VP than you", "自分より勝利点の多い相手がいない"),
}
ALONE_CLAUSES = {
    True: ("you have only one User in play", "自分の場のユーザーが1人だけである"),
    False: ("you have more than one User in play", "自分の場のユーザーが2人以上いる"),
}


def host_user(table: Rm2kTable, card: int) -> int:
    """Return the User of an Attach, or the User itself."""
    if table.cards[card].type != "attach":
        return card
    return next((user for user, attached in table.cards_under.items() if card in attached), card)


def _challenge_skill(table: Rm2kTable) -> int | None:
    return None if table.challenge is None else table.cards[table.challenge.card].skill


def _count_test(have: Have | None, buried: Buried | None) -> CompiledCondition:
    """Return one test for both counts."""
    find = have.what.compile() if have else None
    matches = buried.what.compile_for_card() if buried else None

    def holds(table: Rm2kTable, seat: int, card: int) -> bool:
        if have and find and len(find(table, seat)) < have.count:
            return False
        if buried and matches:
            return len([card for card in table.discard[seat] if matches(table.cards[card])]) >= buried.count
        return True

    return holds


def _have_clause(have: Have, japanese: bool) -> str:
    anyones = replace(have.what, whose="any")
    if japanese:
        place = {"any": "場", "yours": "自分の場", "theirs": "相手の場"}[have.what.whose]
        is_there = "いる" if have.what.implied_type == "user" else "ある"
        return f"{place}に{anyones.noun('ja')}が{have.count}{have.what.counter_word}以上{is_there}"
    if have.what.whose == "yours":
        cards = anyones.counted_text("en") if have.count == 1 else f"{have.count} or more {anyones.noun('en', 2)}"
        return f"you have {cards} in play"
    if have.count == 1:
        return f"there is {have.what.counted_text('en')} in play"
    return f"there are {have.count} or more {have.what.noun('en', have.count)} in play"


def _buried_clause(buried: Buried, japanese: bool) -> str:
    if japanese:
        noun = buried.what.noun("ja", out_of_play=True)
        return f"自分の捨て札に{noun}が{buried.count}{buried.what.counter_word}以上ある"
    noun = buried.what.noun("en", buried.count, out_of_play=True)
    cards = buried.what.counted_text("en", out_of_play=True) if buried.count == 1 else f"{buried.count} or more {noun}"
    return f"you have {cards} in your discard pile"


def _able_clause(able: Able, japanese: bool) -> str:
    noun = SKILL_NOUNS[able.skill]
    if japanese:
        return f"このユーザーの{noun[2]}が{able.least}以上である"
    return f"this User has {noun[0]} {able.least} or more"
