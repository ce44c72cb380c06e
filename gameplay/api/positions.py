"""API views that work on a position from the request. They are stateless."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.choices import ChoiceField
from gameplay.api.requests import validated_data_with_limit
from gameplay.api.serializers import AppliedChoiceSerializer, PendingAskSerializer
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import apply_choice, game_from_json, pending_ask
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards

MAX_PER_MINUTE = 60


def _load_game(position: Any) -> Game:
    """Return the game at ``position``. Raises UnreadableError."""
    return game_from_json(position, RULESETS, known_cards, file="position")


class OptionsApi(APIView):
    """The current question in a position, with every legal option. Stores nothing."""

    class Input(serializers.Serializer[Any]):
        position = serializers.JSONField(help_text="A position in the format of its schema.")

        class Meta:
            ref_name = "Position"

    @extend_schema(operation_id="position_options", request=Input, responses=PendingAskSerializer)
    def post(self, request: Request) -> Response:
        data = validated_data_with_limit(request, self.Input, "positions", limit=MAX_PER_MINUTE)
        return Response(pending_ask(_load_game(data["position"])))


class ApplyApi(APIView):
    """The position after a choice, with the events. Stores nothing."""

    class Input(serializers.Serializer[Any]):
        position = serializers.JSONField(help_text="A position in the format of its schema.")
        choice = ChoiceField()

        class Meta:
            ref_name = "PositionChoice"

    @extend_schema(operation_id="position_apply", request=Input, responses=AppliedChoiceSerializer)
    def post(self, request: Request) -> Response:
        data = validated_data_with_limit(request, self.Input, "positions", limit=MAX_PER_MINUTE)
        return Response(apply_choice(_load_game(data["position"]), data["choice"]))
