"""Positions sent along with the request: nothing is kept."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.choices import ChoiceField
from gameplay.api.stateless_input import sent_along
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import apply, game_of, options
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards

A_MINUTE = 60


def _game(position: Any) -> Game:
    """The game that stands so. Raises UnreadableError."""
    return game_of(position, RULESETS, known_cards, file="position")


class OptionsApi(APIView):
    """What is asked in a position, with every legal option."""

    class Input(serializers.Serializer[Any]):
        position = serializers.JSONField(help_text="As the schema of a position has it.")

        class Meta:
            ref_name = "Position"

    @extend_schema(operation_id="position_options", request=Input, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request) -> Response:
        sent = sent_along(request, self.Input, "positions", most=A_MINUTE)
        return Response(options(_game(sent["position"])))


class ApplyApi(APIView):
    """The position after a choice, and what happened."""

    class Input(serializers.Serializer[Any]):
        position = serializers.JSONField(help_text="As the schema of a position has it.")
        choice = ChoiceField()

        class Meta:
            ref_name = "PositionChoice"

    @extend_schema(operation_id="position_apply", request=Input, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request) -> Response:
        sent = sent_along(request, self.Input, "positions", most=A_MINUTE)
        return Response(apply(_game(sent["position"]), sent["choice"]))
