"""What this app asks of the apps above it; see cards.ports."""

from collections.abc import Sequence
from typing import Any, Protocol
from uuid import UUID

from cards.ports import Port
from cards.printed import PrintedCard
from gameplay.engine.core.ruleset import Ruleset
from gameplay.models import Account, OnlineGame


class GameHost(Protocol):
    """What an event says of the games played in it. Each method here answers for a game of no event."""

    def on_game_finished(self, game: OnlineGame) -> None:
        """React to the end of ``game``, in the transaction that ends it."""
        return

    def match_context(self, game: OnlineGame) -> dict[str, Any]:
        """Return what the page of ``game`` says of its match: "title", "url", "ends_at", "rehearsal", "further"."""
        return {}

    def visible_decks(self, game: OnlineGame, account: Account) -> Sequence[Any]:
        """Return the decks of ``game`` that ``account`` may know of: their names, and digits that players compare."""
        return []

    def player_names(self, game: OnlineGame) -> dict[UUID, str]:
        """Return what players are called in ``game`` where that is not their handle, by account."""
        return {}

    def may_watch(self, account: object, game: OnlineGame) -> bool:
        """Whether ``account`` may see the public side of ``game``."""
        return False

    def judge_role(self, account: object, game: OnlineGame) -> str | None:
        """Return the role in which ``account`` may judge ``game``, None if in none."""
        return None

    def may_read_record(self, account: object, game: OnlineGame) -> bool | None:
        """Whether ``account`` may have the record of ``game``, which is over; None for a game of no event."""
        return None


class _NoHost(GameHost):
    """For games of no event."""


class WakeGameBots(Protocol):
    """Start the background work of the bots in the game with this id."""

    def __call__(self, identity: str, /) -> None: ...


class DraftDecks(Protocol):
    """Return the decks that bots draft and build for a variant, as printed cards.

    Raises UnreadableError if no set of the game has booster packs.
    """

    def __call__(self, ruleset: Ruleset, variant: str, seed: bytes) -> list[list[PrintedCard]]: ...


class FollowRule(Protocol):
    """Whether ``account`` may follow the stream with this ``identity``; registered under the kind of the stream."""

    def __call__(self, account: Any, identity: str, /) -> bool: ...


game_host = Port(GameHost, default=_NoHost())
wake_bots = Port(WakeGameBots)
draft_decks = Port(DraftDecks)
follow_rules = Port(FollowRule)
"""For each kind of stream, as in "pod/<id>"."""
