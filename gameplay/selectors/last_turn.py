"""The last turn of the other players, to watch it again: two earlier views of the reader, and their events."""

from collections.abc import Sequence
from typing import NamedTuple

from gameplay.engine.core.game import Game
from gameplay.engine.core.stored_choices import apply_stored_choice
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games
from gameplay.selectors.game_views import GameView, localized_view
from gameplay.selectors.initial_state import initial_state


class LastTurn(NamedTuple):
    """The reader's views of the table before and after, and the events in between.

    Both views are what the page showed to the reader at that time. ``first_event`` is the number of the first event.
    """

    before: GameView
    after: GameView
    events: Sequence[GameView]
    first_event: int


class _Point(NamedTuple):
    """The turn after a number of choices, and the player whose turn it is."""

    turn: int
    active: int


def last_turn(game: OnlineGame, account: Account, *, language: str) -> LastTurn | None:
    """Return the last turn of the other players as ``account`` saw it, or None if there was none.

    It begins with the last choice of the reader's own turn, and ends where the next turn of the reader begins, or with
    the present. For a spectator it is the previous turn and the present one. The account must be permitted to watch the
    game. Three queries.
    """
    seats = games.seats(game)
    seat, names = games.seat_number(seats, account), games.player_names(game, seats)
    options = list(game.choices.order_by("number").values_list("option", flat=True))
    first, last = _bounds(_points(game, options), seat)
    state, views = initial_state(game), []
    for number in range(last + 1):
        if number:
            apply_stored_choice(state, options[number - 1])
        if number in (first, last):
            views.append(_view(game, state, seat, names, language))
    before, after = views[0], views[-1]
    first_event = before["event_count"]
    events = after["events"][first_event:]
    return LastTurn(before, after, events, first_event) if events else None


def _points(game: OnlineGame, options: Sequence[list[object]]) -> list[_Point]:
    """Return the point before the first choice, and after each of them."""
    state = initial_state(game)
    points = [_point(state)]
    for option in options:
        apply_stored_choice(state, option)
        points.append(_point(state))
    return points


def _point(state: Game) -> _Point:
    return _Point(state.table.turn, state.table.active)


def _bounds(points: Sequence[_Point], seat: int | None) -> tuple[int, int]:
    """Return the indexes of the points where the last turn of the other players begins and ends."""
    last = len(points) - 1
    if seat is None:
        begin = next((index for index in range(last, -1, -1) if points[index].turn < points[last].turn - 1), 0)
        return begin, last
    is_own = [point.active == seat and point.turn > 0 for point in points]
    while last > 0 and is_own[last] and is_own[last - 1]:
        last -= 1  # the point where the reader's present turn begins
    own_before = [index for index in range(last) if is_own[index]]
    return own_before[-1] if own_before else 0, last


def _view(game: OnlineGame, state: Game, seat: int | None, names: Sequence[str], language: str) -> GameView:
    players = [{"name": name} for name in names]
    return {"id": str(game.pk), "players": players} | localized_view(state, seat, names, language=language)
