"""Verbs that do something to Users: whom they mean, in one place."""

from dataclasses import dataclass, replace

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Whom, affected_users
from gameplay.games.rm2k.filters import ANY_USER, Filter
from gameplay.games.rm2k.table import Rm2kTable


@dataclass(frozen=True)
class UserEffect:
    """Something done to Users: ``one`` that matches and you choose, ``each`` that does, your side's ``fighters``
    in this Challenge, or the User it``self``. Users in Limbo are out of reach (RM-6.7.4). A User that is immune to the skill of
    the card cannot be chosen, for no such card is played on it (RM-6.1); with all others it is reached.
    """

    what: Filter = ANY_USER
    whom: Whom = "one"

    def apply_to(self, table: Rm2kTable, user: int) -> None:
        """Do it to one User."""
        raise NotImplementedError

    @property
    def user_filter(self) -> Filter:
        """What matches, of Users alone."""
        return replace(self.what, type="user")

    def compile(self) -> CompiledEffect:
        find, whom, touch = self.user_filter.compile(), self.whom, self.apply_to

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            for user in (yield from affected_users(table, seat, card, find, whom)):
                touch(table, user)

        return act

    def users_text(self, language: str) -> str:
        """The Users in words: "a lagged User", "each of your Users in this Challenge", "{self}"."""
        if self.whom == "self":
            return "{self}"
        if self.whom == "fighters":
            return "このチャレンジの自分の各ユーザー" if language == "ja" else "each of your Users in this Challenge"
        if self.whom == "each":
            return f"{self.user_filter.noun('ja')}すべて" if language == "ja" else f"each {self.user_filter.noun('en')}"
        return self.user_filter.counted_text(language)
