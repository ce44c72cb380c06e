"""Online games: their state, their players, and who may see them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import BigAutoField, Prefetch, QuerySet, UUIDField
from django.http import Http404

from gameplay import ports
from gameplay.engine.core.errors import UnreadableError, _
from gameplay.engine.core.game import Game
from gameplay.infrastructure.compiled_queries import BindParam, CompiledSelect
from gameplay.models import Account, GameSeat, OnlineGame
from gameplay.selectors.loaded_games import load_state

GAME = CompiledSelect(lambda: OnlineGame.objects.filter(pk=BindParam("game", UUIDField())))
SEATS = CompiledSelect(
    lambda: GameSeat.objects.filter(game=BindParam("game", UUIDField())).order_by("number").select_related("player")
)
SEAT = CompiledSelect(lambda: GameSeat.objects.filter(pk=BindParam("seat", BigAutoField())))


def get_game(game_id: UUID) -> OnlineGame:
    """Return a game. Raise Http404 if it does not exist. One query."""
    game = GAME.first(game=game_id)
    if game is None:
        raise Http404
    return game


def current_state(game: OnlineGame) -> Game:
    """Return the state after all choices, with hidden information. At most one query."""
    return load_state(game).state


def state_before_entry(game: OnlineGame, before_entry: str) -> Game:
    """Return the state before the entry of the record with this number, or the current state for "". At most one query.

    Raise UnreadableError if it is not a number, NoSuchEntryError if no question was asked at this entry.
    """
    state = current_state(game)
    return state.game_at(parse_entry_number(before_entry)) if before_entry else state


def parse_entry_number(text: str, *, place: str = "at") -> int:
    """Return ``text`` as the number of an entry. Raise UnreadableError, which names ``place``."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UnreadableError(_("{value!r} is not the number of an entry"), place=place, value=text[:40])
    return int(text)


def seats(game: OnlineGame) -> list[GameSeat]:
    """Return the seats of ``game`` in order, with their players. One query."""
    game.known_seats = SEATS.fetch(game=game.pk)
    return game.known_seats


def known_seats(game: OnlineGame) -> list[GameSeat]:
    """Return the seats as they were read last for this object, at first with one query. Their players never change."""
    return seats(game) if game.known_seats is None else game.known_seats


def passes_now(seat: GameSeat, state: Game) -> bool:
    """Return whether the instruction to pass that ``seat`` has now answers the pending question. One query."""
    instruction = SEAT.fetch(seat=seat.pk)[0].pass_instruction
    return instruction is not None and instruction.passes_now(state, seat.number)


def player_names(game: OnlineGame, game_seats: Sequence[GameSeat]) -> list[str]:
    """Return the names of the players at ``game_seats``: from the event of ``game``, by default their handles."""
    names = ports.game_host().player_names(game)
    return [names.get(seat.player_id, seat.player.handle) for seat in game_seats]


def running_games(account: Account) -> QuerySet[OnlineGame]:
    """Return the running games of ``account``, newest first, with their seats. Two queries."""
    with_seats = Prefetch("seats", GameSeat.objects.order_by("number").select_related("player"))
    running = OnlineGame.objects.filter(seats__player=account, ended_at=None)
    return running.order_by("-began_at").prefetch_related(with_seats)


def seat_number(game_seats: list[GameSeat], account: Any) -> int | None:
    """Return the seat number of ``account``, or None if it has no seat."""
    return next((seat.number for seat in game_seats if seat.player_id == account.pk), None)


def may_follow(account: Any, game_id: str) -> bool:
    """Return whether ``account`` may follow the stream of a game: its players and permitted spectators."""
    try:
        game = OnlineGame.objects.filter(pk=UUID(game_id)).first()
    except ValueError:
        return False
    return game is not None and may_watch(account, game, seats(game))


def may_follow_presence(account: Any, stream: str) -> bool:
    """Return whether ``account`` may follow the presence at ``stream``: only at a game that it may watch."""
    kind, _, game_id = stream.partition("/")
    return kind == "game" and may_follow(account, game_id)


def may_watch(account: Any, game: OnlineGame, game_seats: list[GameSeat]) -> bool:
    """Return whether ``account`` may see the public information of ``game``."""
    return isinstance(account, Account) and (
        seat_number(game_seats, account) is not None or ports.game_host().may_watch(account, game)
    )


def judge_role(account: Any, game: OnlineGame) -> str | None:
    """Return the role in which ``account`` may judge ``game``, or None."""
    return ports.game_host().judge_role(account, game)


def may_read_game_record(account: Any, game: OnlineGame) -> bool:
    """Return whether ``account`` may read the record of ``game``, which reveals all hands.

    Never while the game runs. After that, its event decides. Outside of events, the players of the game may read it.
    """
    if not game.ended_at:
        return False
    decision = ports.game_host().may_read_record(account, game)
    return seat_number(seats(game), account) is not None if decision is None else decision
