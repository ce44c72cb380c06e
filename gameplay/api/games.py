"""API views of online games: the game view, choices, automatic passes, take-backs and concessions."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.choices import ChoiceField
from gameplay.api.idempotency import idempotent_response
from gameplay.api.permissions import own_game, visible_game
from gameplay.api.requests import account_of, validated_data
from gameplay.api.serializers import CardUseSerializer, GameSerializer, GameStateSerializer, PaymentStepSerializer
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games as selectors
from gameplay.selectors.card_uses import card_uses
from gameplay.selectors.game_views import GameView, payment_steps
from gameplay.selectors.loaded_games import borrowed_state
from gameplay.services import automatic_passes, bundles, games


class GameApi(APIView):
    """A game as the caller sees it: zones, the current question with its options, events and outcome."""

    @extend_schema(operation_id="game", responses=GameSerializer)
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(visible_game(request, game_id))


class ChoiceApi(APIView):
    """Answers the current question of a game, and the questions that follow from the answer."""

    class Input(serializers.Serializer[Any]):
        number = serializers.IntegerField(min_value=0, help_text="The number of the question, from the game view.")
        option = ChoiceField(min_value=0, required=False)
        pay = serializers.BooleanField(
            default=False, help_text="Also give the answers that pay for the option, as game_payment returns them."
        )
        options = serializers.ListField(
            child=ChoiceField(min_value=0),
            required=False,
            min_length=1,
            max_length=bundles.MAX_CHOICES,
            help_text="Instead of `option`: answers to this question and to the next ones that you are asked. An id is "
            "one of this question. If one answer is not possible, none is given.",
        )
        end_turn = serializers.BooleanField(
            default=False, help_text="Instead of `option`: pass this play and all later ones of your turn."
        )

        class Meta:
            ref_name = "Choice"

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            """Require exactly one of `option`, `options` and `end_turn`."""
            if ("option" in attrs) + ("options" in attrs) + attrs["end_turn"] != 1:
                raise serializers.ValidationError({"option": [_("Send one of option, options and end_turn.")]})
            return attrs

    @extend_schema(operation_id="choose", request=Input, responses={201: GameStateSerializer})
    def post(self, request: Request, game_id: UUID) -> Response:
        game, data = own_game(request, game_id), validated_data(request, self.Input)

        def act() -> tuple[int, GameView]:
            _choose(account_of(request), game, data)
            return 201, _state(game)

        return idempotent_response(request, act)


def _choose(account: Account, game: OnlineGame, data: dict[str, Any]) -> None:
    number = data["number"]
    if data["end_turn"]:
        bundles.end_turn(account, game, number=number)
    elif "options" in data:
        bundles.choose_several(account, game, number=number, options=data["options"])
    else:
        choose = bundles.choose_and_pay if data["pay"] else games.choose
        choose(account, game, number=number, option=data["option"])


class CardUsesApi(APIView):
    """What the caller can do with a card on the table now, and why not."""

    @extend_schema(operation_id="game_card", responses=CardUseSerializer(many=True))
    def get(self, request: Request, game_id: UUID, card: str) -> Response:
        """Return the uses of the card with this id in the game view. Nothing is chosen."""
        game, account = own_game(request, game_id), account_of(request)
        seats = selectors.seats(game)
        names, seat = selectors.player_names(game, seats), selectors.seat_number(seats, account)
        with borrowed_state(game) as loaded:
            uses = card_uses(loaded.state, seat, card, names, language=get_language() or "en")
        if uses is None:
            raise Http404
        return Response([use._asdict() for use in uses])


def _state(game: OnlineGame) -> GameView:
    return {"number": game.number, "over": game.ended_at is not None}


class PaymentApi(APIView):
    """Shows how the site would pay for an option of the current question. Nothing is chosen."""

    class Input(serializers.Serializer[Any]):
        option = serializers.IntegerField(min_value=0, help_text="The id of the option.")

        class Meta:
            ref_name = "PaymentRequest"

    @extend_schema(operation_id="game_payment", parameters=[Input], responses=PaymentStepSerializer(many=True))
    def get(self, request: Request, game_id: UUID) -> Response:
        """Return the option and the answers that pay for it, in order. If you are not asked, the list is empty."""
        game, account = own_game(request, game_id), account_of(request)
        data = self.Input(data=request.query_params)
        data.is_valid(raise_exception=True)
        language = get_language() or "en"
        return Response(payment_steps(game, account, data.validated_data["option"], language=language) or [])


class PassingApi(APIView):
    """Lets the site pass for the caller in response windows. The opponents do not see it."""

    class Input(serializers.Serializer[Any]):
        until = serializers.ChoiceField(
            ["turn", "event"], help_text="Pass until the turn ends, or until something concerns you."
        )
        number = serializers.IntegerField(min_value=0, help_text="The number of the question, from the game view.")

        class Meta:
            ref_name = "Passing"

    @extend_schema(operation_id="start_passing", request=Input, responses={201: GameStateSerializer})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Pass automatically from now on. If you are asked in a window, this passes there, too."""
        game, data = own_game(request, game_id), validated_data(request, self.Input)

        def act() -> tuple[int, GameView]:
            automatic_passes.start_passing(account_of(request), game, **data)
            return 201, _state(game)

        return idempotent_response(request, act)

    @extend_schema(operation_id="stop_passing", request=None, responses={200: GameStateSerializer})
    def delete(self, request: Request, game_id: UUID) -> Response:
        """Choose for yourself again."""
        game = own_game(request, game_id)
        automatic_passes.stop_passing(account_of(request), game)
        return Response(_state(game))


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
            return 201, _state(game)

        return idempotent_response(request, act)
