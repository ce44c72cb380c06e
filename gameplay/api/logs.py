"""API view that judges the log of a reported game. It is stateless."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.requests import validated_data_with_limit
from gameplay.api.serializers import LogVerdictSerializer
from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.games import DEFAULT_GAME, RULESETS
from gameplay.selectors.cards import known_cards
from gameplay.selectors.reported_games import example_dispute

MAX_PER_MINUTE = 20
FROM_POSITION = OpenApiExample("From a position", {"log": example_dispute(RULESETS[DEFAULT_GAME])}, request_only=True)


class AdjudicateApi(APIView):
    """Judges the log of a reported game: legal, illegal or undecidable. Stores nothing.

    The log starts from the beginning of the game, or from its position, in which face-down cards can be unknown. The
    entry "Bob loses the game" asks whether Bob can have lost there.
    """

    class Input(serializers.Serializer[Any]):
        log = serializers.JSONField(help_text="A log in the format of its schema (`manage.py schema log`).")

        class Meta:
            ref_name = "PaperLog"

    @extend_schema(
        operation_id="log_adjudicate", request=Input, responses=LogVerdictSerializer, examples=[FROM_POSITION]
    )
    def post(self, request: Request) -> Response:
        log = validated_data_with_limit(request, self.Input, "adjudicate", limit=MAX_PER_MINUTE)["log"]
        return Response(verdict_json(reported_game_from_json(log, RULESETS, known_cards, file="log")))
