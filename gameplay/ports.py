"""The ports through which this app calls the apps above it; see cards.ports."""

from collections.abc import Sequence
from typing import Any, Protocol
from uuid import UUID

from cards.ports import Port
from cards.printed import PrintedCard
from gameplay.engine.core.ruleset import Ruleset
from gameplay.models import Account, OnlineGame


class GameHost(Protocol):
    """Answers questions about games that belong to an event. The defaults are for games outside of events."""

    def on_game_finished(self, game: OnlineGame) -> None:
        """React to the end of ``game``, in the transaction that ends it."""
        return

    def match_context(self, game: OnlineGame) -> dict[str, Any]:
        """Return the match of ``game`` for its page: "title", "url", "ends_at", "rehearsal" and "further"."""
        return {}

    def visible_decks(self, game: OnlineGame, account: Account) -> Sequence[Any]:
        """Return the decks of ``game`` that ``account`` may see: names, and checksums that players compare."""
        return []

    def player_names(self, game: OnlineGame) -> dict[UUID, str]:
        """Return the names of players who are not shown by their handle in ``game``, by account id."""
        return {}

    def may_watch(self, account: object, game: OnlineGame) -> bool:
        """Whether ``account`` may see the public side of ``game``."""
        return False

    def judge_role(self, account: object, game: OnlineGame) -> str | None:
        """Return the role in which ``account`` may judge ``game``, or None."""
        return None

    def may_read_record(self, account: object, game: OnlineGame) -> bool | None:
        """Whether ``account`` may read the record of the finished ``game``; None for a game outside of events."""
        return None


class _NoHost(GameHost):
    """The default: games outside of events."""


class WakeGameBots(Protocol):
    """Start the background work of the bots in the game with this id."""

    def __call__(self, identity: str, /) -> None: ...


class SchedulePass(Protocol):
    """Pass for the player who is asked in the game with this id, after ``delay`` seconds."""

    def __call__(self, identity: str, delay: float, /) -> None: ...


class WakeAdvice(Protocol):
    """Compute the advice on the question ``number`` of the game with this id in the background."""

    def __call__(self, identity: str, number: int, /) -> None: ...


class WakeNotice(Protocol):
    """Send a notice, as JSON, to the account with this id in the background."""

    def __call__(self, identity: str, notice: str, /) -> None: ...


class WakeConfirmation(Protocol):
    """Send the confirmation of its e-mail address to the account with this id in the background."""

    def __call__(self, identity: str, /) -> None: ...


class DraftDecks(Protocol):
    """Return the decks that bots draft and build for a variant, as printed cards.

    Raise UnreadableError if no set of the game has booster packs.
    """

    def __call__(self, ruleset: Ruleset, variant: str, seed: bytes) -> list[list[PrintedCard]]: ...


class FollowRule(Protocol):
    """Whether ``account`` may follow the stream with this ``identity``; registered under the kind of the stream."""

    def __call__(self, account: Any, identity: str, /) -> bool: ...


game_host = Port(GameHost, default=_NoHost())
wake_bots = Port(WakeGameBots)
schedule_pass = Port(SchedulePass)
wake_advice = Port(WakeAdvice)
wake_notice = Port(WakeNotice)
wake_confirmation = Port(WakeConfirmation)
draft_decks = Port(DraftDecks)
follow_rules = Port(FollowRule)
"""One rule for each kind of stream, such as "pod" for "pod/<id>"."""
