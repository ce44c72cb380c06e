"""The rematch of a finished casual game: whether it is possible, and who has agreed."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from gameplay import ports
from gameplay.models import Account, GameSeat, OnlineGame
from gameplay.selectors.lessons import LESSON


class Rematch(NamedTuple):
    """The rematch of a game as a reader sees it.

    ``is_player`` is true for a player of the game. ``is_wanted`` is true if the reader has agreed. ``wanted_by`` are
    the names of the other people who have, ``missing`` of those who have not. ``game`` is the id of the rematch.
    """

    is_player: bool
    is_wanted: bool
    wanted_by: list[str]
    missing: list[str]
    game: UUID | None


def may_have_rematch(game: OnlineGame) -> bool:
    """Return whether ``game`` can have a rematch: a finished game outside of events, except for a lesson."""
    is_casual = game.is_casual and game.guide != LESSON
    return is_casual and game.ended_at is not None and not ports.game_host().match_context(game)


def rematch_of(
    game: OnlineGame, game_seats: Sequence[GameSeat], names: Sequence[str], account: Account
) -> Rematch | None:
    """Return the rematch of ``game`` as ``account`` sees it, or None if there cannot be one. No query."""
    if not may_have_rematch(game):
        return None
    own = next((seat for seat in game_seats if seat.player_id == account.pk), None)
    others = [seat for seat in people(game_seats) if seat != own]
    return Rematch(
        is_player=own is not None,
        is_wanted=own is not None and own.wants_rematch,
        wanted_by=[names[seat.number] for seat in others if seat.wants_rematch],
        missing=[names[seat.number] for seat in others if not seat.wants_rematch],
        game=game.rematch_id,
    )


def people(game_seats: Sequence[GameSeat]) -> list[GameSeat]:
    """Return the seats of people. Bots agree to any rematch."""
    return [seat for seat in game_seats if seat.player.kind != Account.Kind.BOT]
