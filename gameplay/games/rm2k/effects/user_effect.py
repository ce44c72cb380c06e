"""The base class of effects on Users."""

from dataclasses import dataclass, replace

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Whom, affected_users
from gameplay.games.rm2k.filters import ANY_USER, Filter
from gameplay.games.rm2k.table import Rm2kTable


@dataclass(frozen=True)
class UserEffect:
    """An effect on ``one`` chosen User, ``each`` matching User, the ``fighters`` of your side, or ``self``.

    ``fighters`` are your Users in this Challenge. Users in Limbo are not affected (RM-6.7.4). A User that is immune to
    the skill of the card cannot be chosen (RM-6.1), but is affected together with others.
    """

    what: Filter = ANY_USER
    whom: Whom = "one"

    def apply_to(self, table: Rm2kTable, user: int) -> None:
        """Apply the effect to one User."""
        raise NotImplementedError

    @property
    def user_filter(self) -> Filter:
        """The filter restricted to Users."""
        return replace(self.what, type="user")

    def compile(self) -> CompiledEffect:
        find, whom, apply_to = self.user_filter.compile(), self.whom, self.apply_to

        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            for user in (yield from affected_users(table, seat, card, find, whom)):
                apply_to(table, user)

        return act

    def users_text(self, language: str) -> str:
        """Return the Users in words: "a lagged User", "each of your Users in this Challenge", "{self}"."""
        if self.whom == "self":
            return "{self}"
        if self.whom == "fighters":
            return "このチャレンジの自分の各ユーザー" if language == "ja" else "each of your Users in this Challenge"
        if self.whom == "each":
            return f"{self.user_filter.noun('ja')}すべて" if language == "ja" else f"each {self.user_filter.noun('en')}"
        return self.user_filter.counted_text(language)
