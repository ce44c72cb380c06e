"""API views of online games: the game view, choices, take-backs and concessions."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.choices import ChoiceField
from gameplay.api.idempotency import idempotent_response
from gameplay.api.permissions import own_game, visible_game
from gameplay.api.requests import account_of, validated_data
from gameplay.api.serializers import GameSerializer, GameStateSerializer
from gameplay.selectors.game_views import GameView
from gameplay.services import games


class GameApi(APIView):
    """A game as the caller sees it: zones, the current question with its options, events and outcome."""

    @extend_schema(operation_id="game", responses=GameSerializer)
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(visible_game(request, game_id))


class ChoiceApi(APIView):
    """Answers the current question of a game."""

    class Input(serializers.Serializer[Any]):
        number = serializers.IntegerField(min_value=0, help_text="The number of the question, from the game view.")
        option = ChoiceField(min_value=0)

        class Meta:
            ref_name = "Choice"

    @extend_schema(operation_id="choose", request=Input, responses={201: GameStateSerializer})
    def post(self, request: Request, game_id: UUID) -> Response:
        game, data = own_game(request, game_id), validated_data(request, self.Input)

        def act() -> tuple[int, GameView]:
            games.choose(account_of(request), game, **data)
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
        game, data = own_game(request, game_id), validated_data(request, self.Input)

        def act() -> tuple[int, GameView]:
            games.take_back(account_of(request), game, **data)
            return 201, {"number": game.number, "over": False}

        return idempotent_response(request, act)


class ConcessionApi(APIView):
    """Concedes a game."""

    @extend_schema(operation_id="concede", request=None, responses={201: GameStateSerializer})
    def post(self, request: Request, game_id: UUID) -> Response:
        game = own_game(request, game_id)

        def act() -> tuple[int, GameView]:
            games.concede(account_of(request), game)
            return 201, {"number": game.number, "over": game.ended_at is not None}

        return idempotent_response(request, act)
