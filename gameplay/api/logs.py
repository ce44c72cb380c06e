"""API views that judge logs of reported games, and compare two of them. They are stateless."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.requests import validated_data_with_limit
from gameplay.api.serializers import ComparisonSerializer, LogVerdictSerializer
from gameplay.engine.adjudication.paper_log import reported_game_from_json, verdict_json
from gameplay.games import DEFAULT_GAME, RULESETS
from gameplay.selectors.account_comparison import compare_logs
from gameplay.selectors.cards import known_cards
from gameplay.selectors.reported_games import example_dispute

MAX_PER_MINUTE = 20
MAX_COMPARISONS_PER_MINUTE = 10  # each judges up to four logs
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
        case = reported_game_from_json(log, RULESETS, known_cards, file="log")
        return Response(verdict_json(case, translate=gettext))


class CompareAccountsApi(APIView):
    """Compares two players' accounts of one game entry by entry, and judges each of them. Stores nothing.

    What only one account says is then added to the other one, and the result is judged as well.
    """

    class Input(serializers.Serializer[Any]):
        first = serializers.JSONField(help_text="The log of one player, in the format of `manage.py schema log`.")
        second = serializers.JSONField(help_text="The log of the other, with the same game and players.")

        class Meta:
            ref_name = "TwoAccounts"

    @extend_schema(operation_id="log_compare", request=Input, responses=ComparisonSerializer)
    def post(self, request: Request) -> Response:
        data = validated_data_with_limit(request, self.Input, "compare", limit=MAX_COMPARISONS_PER_MINUTE)
        for name in ("first", "second"):
            reported_game_from_json(data[name], RULESETS, known_cards, file=name)
        found = compare_logs(data["first"], data["second"])
        entries = [
            {
                "turn": each.turn,
                "first": each.first and each.first.words,
                "second": each.second and each.second.words,
                "agrees": each.agrees,
            }
            for turn in found.turns
            for each in turn.entries
        ]
        verdicts = [
            verdict_json(each.game, each.verdict, translate=gettext) | {"title": each.title} for each in found.judged
        ]
        return Response(
            {
                "agreed": found.agreed,
                "different": found.differing,
                "one_sided": found.one_sided,
                "other_result": found.other_result,
                "entries": entries,
                "verdicts": verdicts,
            }
        )
