"""API views of online games: the game view, choices, take-backs and concessions."""

from typing import Any, cast
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.choices import ChoiceField
from gameplay.api.idempotency import idempotent_response
from gameplay.api.serializers import GameSerializer, GameStateSerializer
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.game_views import GameView, view_for_account
from gameplay.services import games


def _visible_game(request: Request, game_id: UUID) -> GameView:
    """Return the caller's view of the game. Raise Http404 if the caller may not watch it."""
    game = get_object_or_404(OnlineGame, pk=game_id)
    game_view = view_for_account(game, cast(Account, request.user), language=get_language() or "en")
    if game_view is None:
        raise Http404
    return game_view


def _get_own_game(request: Request, game_id: UUID) -> OnlineGame:
    """Return the game if the caller plays in it, otherwise raise Http404."""
    game = get_object_or_404(OnlineGame, pk=game_id)
    if selectors.seat_number(selectors.seats(game), request.user) is None:
        raise Http404
    return game


class GameApi(APIView):
    """A game as the caller sees it: zones, the current question with its options, events and outcome."""

    @extend_schema(operation_id="game", responses=GameSerializer)
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(_visible_game(request, game_id))


class ChoiceApi(APIView):
    """Answers the current question of a game."""

    class Input(serializers.Serializer[Any]):
        number = serializers.IntegerField(min_value=0, help_text="The number of the question, from the game view.")
        option = ChoiceField(min_value=0)

        class Meta:
            ref_name = "Choice"

    @extend_schema(operation_id="choose", request=Input, responses={201: GameStateSerializer})
    def post(self, request: Request, game_id: UUID) -> Response:
        game, data = _get_own_game(request, game_id), self.Input(data=request.data)
        data.is_valid(raise_exception=True)

        def act() -> tuple[int, GameView]:
            games.choose(cast(Account, request.user), game, **data.validated_data)
            return 201, {"number": game.number, "over": game.ended_at is not None}

        return idempotent_response(request, act)


class TakeBackApi(APIView):
    """Takes back the caller's last choice, as long as nothing has been revealed since."""

    class Input(serializers.Serializer[Any]):
        number = serializers.IntegerField(min_value=0, help_text="The number of the question, from the game view.")

        class Meta:
            ref_name = "TakeBack"

    @extend_schema(operation_id="take_back", request=Input, responses={201: GameStateSerializer})
    def post(self, request: Request, game_id: UUID) -> Response:
        game, data = _get_own_game(request, game_id), self.Input(data=request.data)
        data.is_valid(raise_exception=True)

        def act() -> tuple[int, GameView]:
            games.take_back(cast(Account, request.user), game, **data.validated_data)
            return 201, {"number": game.number, "over": False}

        return idempotent_response(request, act)


class ConcessionApi(APIView):
    """Concedes a game."""

    @extend_schema(operation_id="concede", request=None, responses={201: GameStateSerializer})
    def post(self, request: Request, game_id: UUID) -> Response:
        game = _get_own_game(request, game_id)

        def act() -> tuple[int, GameView]:
            games.concede(cast(Account, request.user), game)
            return 201, {"number": game.number, "over": game.ended_at is not None}

        return idempotent_response(request, act)
