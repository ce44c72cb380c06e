"""API views of a game's record, positions and replay address, and of a judge's corrections."""

import json
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.selectors import get_printed_card
from gameplay.api.idempotency import idempotent_response
from gameplay.api.permissions import judged_game, recorded_game
from gameplay.api.requests import account_of, validated_data, validated_data_with_limit
from gameplay.api.serializers import GameStateSerializer, ReplayAddressSerializer, VerificationSerializer
from gameplay.engine.core.correction import correction_from_json
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.position import position_of
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS
from gameplay.models import OnlineGame
from gameplay.selectors import games as selectors
from gameplay.services import corrections

MAX_REASON_LENGTH = 500  # characters
MAX_PER_MINUTE = 20


class RecordApi(APIView):
    """The record of a finished game, in the format that `verify` reads."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="game_record", responses={200: OpenApiTypes.OBJECT, 409: None})
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(recorded_game(request, game_id).record_json)


class VerifyApi(APIView):
    """Verifies the record of a game by replaying it. Stores nothing."""

    class Input(serializers.Serializer[Any]):
        record = serializers.JSONField(help_text="A record in the format of its schema.")

        class Meta:
            ref_name = "Record"

    @extend_schema(operation_id="record_verify", request=Input, responses=VerificationSerializer)
    def post(self, request: Request) -> Response:
        record = validated_data_with_limit(request, self.Input, "verify", limit=MAX_PER_MINUTE)["record"]
        return Response(asdict(verify_record(json.dumps(record), RULESETS, get_printed_card, file="record")))


class PositionApi(APIView):
    """The position of a game, now or before an entry of its record, in the format that `options` and `apply` read."""

    @extend_schema(
        operation_id="game_position",
        parameters=[
            OpenApiParameter("at", int, description="The number of the entry; by default the current position.")
        ],
        responses={200: OpenApiTypes.OBJECT, 422: None},
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        game = get_object_or_404(OnlineGame, pk=game_id)
        role = selectors.judge_role(request.user, game)
        if role:
            corrections.log_judge_view(account_of(request), game, role=role)
        elif not selectors.may_read_game_record(request.user, game):
            raise Http404
        return Response(position_of(selectors.state_before_entry(game, request.query_params.get("at", ""))))


class CorrectionsApi(APIView):
    """A judge's corrections."""

    class Input(serializers.Serializer[Any]):
        number = serializers.IntegerField(min_value=0, help_text="The number of the question, from the game view.")
        do = serializers.ListField(
            child=serializers.ListField(), help_text="As in a record; empty for a note only.", allow_empty=True
        )
        reason = serializers.CharField(max_length=MAX_REASON_LENGTH)

        class Meta:
            ref_name = "Correction"

    @extend_schema(operation_id="correct_game", request=Input, responses={201: GameStateSerializer})
    def post(self, request: Request, game_id: UUID) -> Response:
        game, role = judged_game(request, game_id)
        judge, values = account_of(request), validated_data(request, self.Input)
        try:
            correction = correction_from_json({"judge": judge.handle, "reason": values["reason"], "do": values["do"]})
        except ValueError as error:
            raise UnreadableError(str(error), place="do") from error

        def act() -> tuple[int, Any]:
            corrections.correct_game(
                judge, game, role=role, number=values["number"], actions=correction.actions, reason=values["reason"]
            )
            return 201, {"number": game.number, "over": game.ended_at is not None}

        return idempotent_response(request, act)


class ReplayApi(APIView):
    """Gives a game's replay a new address. The old one stops working."""

    class Input(serializers.Serializer[Any]):
        reason = serializers.CharField(max_length=MAX_REASON_LENGTH)

        class Meta:
            ref_name = "ReplayRenewal"

    @extend_schema(operation_id="renew_replay", request=Input, responses={201: ReplayAddressSerializer})
    def post(self, request: Request, game_id: UUID) -> Response:
        game, role = judged_game(request, game_id)
        reason = validated_data(request, self.Input)["reason"]

        def act() -> tuple[int, Any]:
            return 201, {
                "replay": corrections.renew_replay_address(account_of(request), game, role=role, reason=reason)
            }

        return idempotent_response(request, act)
