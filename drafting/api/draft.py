"""API of a seat during the draft: its state, picks, the selection and the bot.

Responses to changes are stored for repeated requests. Until the draft is over they therefore name no card: a repeated
request would show a card that has been taken since (DRF-2.14).
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from drafting.api.permissions import own_seat
from drafting.api.responses import respond_once, seat_state
from drafting.api.serializers import ActingSerializer, PickedSerializer, SeatStateSerializer
from drafting.selectors.seat_view import JsonObject
from drafting.services import pick as picks
from drafting.services.seat import give_seat_to_bot, return_seat_to_player
from gameplay.api.requests import account_of, validated_data

TOKEN: dict[str, Any] = {"max_length": 22, "help_text": "The token of a copy in the pack in hand."}


class SeatStateApi(APIView):
    """The pod as the caller's seat sees it: the pack in hand, the packs in front of each seat, and the state."""

    @extend_schema(operation_id="pod", responses=SeatStateSerializer)
    def get(self, request: Request, pod_id: UUID) -> Response:
        return Response(seat_state(request, pod_id))


class PicksApi(APIView):
    """Take a card from the pack in hand. This cannot be undone."""

    class Input(serializers.Serializer[Any]):
        pack = serializers.UUIDField()
        number = serializers.IntegerField(
            min_value=1, max_value=1000, help_text="The number of the pick, from the state."
        )
        card = serializers.CharField(**TOKEN)

        class Meta:
            ref_name = "Pick"

    @extend_schema(operation_id="pick", request=Input, responses={201: PickedSerializer})
    def post(self, request: Request, pod_id: UUID) -> Response:
        data = validated_data(request, self.Input)

        def do() -> JsonObject:
            turn = {"pack_id": data["pack"], "number": data["number"], "token": data["card"]}
            pick = picks.make_pick(account_of(request), pod_id, **turn)
            return {"pack_round": pick.pack_round, "number": pick.number}

        return respond_once(request, pod_id, do, status=201)


class SelectionApi(APIView):
    """Select the card that the clock takes if the time runs out."""

    class Input(serializers.Serializer[Any]):
        card = serializers.CharField(**TOKEN)

        class Meta:
            ref_name = "Selection"

    @extend_schema(operation_id="select", request=Input, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request, pod_id: UUID) -> Response:
        own_seat(request, pod_id)
        card = validated_data(request, self.Input)["card"]

        def do() -> JsonObject:
            picks.select_copy(account_of(request), pod_id, card)
            return {}

        return respond_once(request, pod_id, do)


class OwnBotApi(APIView):
    """Let a bot act for the caller, or take the seat back."""

    @extend_schema(operation_id="let_a_bot_act", request=None, responses=ActingSerializer)
    def post(self, request: Request, pod_id: UUID) -> Response:
        return self._hand_over(request, pod_id, give_seat_to_bot)

    @extend_schema(operation_id="act_again", responses={200: ActingSerializer})
    def delete(self, request: Request, pod_id: UUID) -> Response:
        return self._hand_over(request, pod_id, return_seat_to_player)

    def _hand_over(self, request: Request, pod_id: UUID, change: Callable[..., None]) -> Response:
        seat = own_seat(request, pod_id)

        def do() -> JsonObject:
            change(seat, author=account_of(request), role="player")
            return {"acting": own_seat(request, pod_id).bot}

        return respond_once(request, pod_id, do)
