"""Positions sent along with the request: nothing is kept."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.choices import ChoiceField
from gameplay.api.stateless_input import parse_stateless_input
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import apply_choice, game_from_json, pending_ask
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards

MAX_PER_MINUTE = 60


def _load_game(position: Any) -> Game:
    """The game that stands so. Raises UnreadableError."""
    return game_from_json(position, RULESETS, known_cards, file="position")


class OptionsApi(APIView):
    """What is asked in a position, with every legal option."""

    class Input(serializers.Serializer[Any]):
        position = serializers.JSONField(help_text="As the schema of a position has it.")

        class Meta:
            ref_name = "Position"

    @extend_schema(operation_id="position_options", request=Input, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request) -> Response:
        sent = parse_stateless_input(request, self.Input, "positions", limit=MAX_PER_MINUTE)
        return Response(pending_ask(_load_game(sent["position"])))


class ApplyApi(APIView):
    """The position after a choice, and what happened."""

    class Input(serializers.Serializer[Any]):
        position = serializers.JSONField(help_text="As the schema of a position has it.")
        choice = ChoiceField()

        class Meta:
            ref_name = "PositionChoice"

    @extend_schema(operation_id="position_apply", request=Input, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request) -> Response:
        sent = parse_stateless_input(request, self.Input, "positions", limit=MAX_PER_MINUTE)
        return Response(apply_choice(_load_game(sent["position"]), sent["choice"]))
