"""Access checks of the game API."""

from uuid import UUID

from django.http import Http404
from django.utils.translation import get_language
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from gameplay.api.requests import account_of
from gameplay.models import OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.game_views import GameView, view_for_account
from gameplay.services.corrections import GameNotOverError


class IsAuthenticatedOrReadOnly(BasePermission):
    """Allow safe methods for all callers, other methods for authenticated ones."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return request.method in SAFE_METHODS or request.user.is_authenticated


def visible_game(request: Request, game_id: UUID) -> GameView:
    """Return the caller's view of the game. Raises Http404 if the caller may not watch it."""
    game = selectors.get_game(game_id)
    game_view = view_for_account(game, account_of(request), language=get_language() or "en")
    if game_view is None:
        raise Http404
    return game_view


def own_game(request: Request, game_id: UUID) -> OnlineGame:
    """Return the game. Raises Http404 if the caller does not play in it."""
    game = selectors.get_game(game_id)
    if selectors.seat_number(selectors.seats(game), request.user) is None:
        raise Http404
    return game


def judged_game(request: Request, game_id: UUID) -> tuple[OnlineGame, str]:
    """Return the game and the role in which the caller may judge it. Raises Http404 if the caller may not."""
    game = selectors.get_game(game_id)
    role = selectors.judge_role(request.user, game)
    if role is None:
        raise Http404
    return game, role


def recorded_game(request: Request, game_id: UUID) -> OnlineGame:
    """Return the game if the caller may read its whole record.

    Raises NotAuthenticated for callers who are not signed in, whether or not the game exists. Raises GameNotOverError
    for its players and judges while it runs, and Http404 for all others.
    """
    game = OnlineGame.objects.filter(pk=game_id).first()
    if game and selectors.may_read_game_record(request.user, game):
        return game
    if not request.user.is_authenticated:
        raise NotAuthenticated
    if game is None:
        raise Http404
    taking_part = selectors.seat_number(selectors.seats(game), request.user) is not None
    if not game.ended_at and (taking_part or selectors.judge_role(request.user, game)):
        raise GameNotOverError
    raise Http404
