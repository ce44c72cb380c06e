"""Rounds: proposed, changed by hand, published."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.doors import LookOrSignIn, act, read, run_event, seen_event
from tournaments.api.pod import SeatSwapApi
from tournaments.api.shapes import PublishedRoundShape, RoundShape
from tournaments.selectors.pairings import pairings
from tournaments.services import round as rounds


class RoundsApi(APIView):
    """The published rounds, the newest first; and the next one, for officials to look over."""

    permission_classes = [LookOrSignIn]

    @extend_schema(operation_id="rounds", responses=PublishedRoundShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(PublishedRoundShape(pairings(seen_event(request, slug)), many=True).data)

    @extend_schema(operation_id="pair_round", request=None, responses={201: RoundShape})
    def post(self, request: Request, slug: str) -> Response:
        event, by = run_event(request, slug, "run")
        return act(request, lambda: rounds.pair_round(event, by=by), RoundShape, status=201)


class PublishApi(APIView):
    """A proposed round is published, and its clock starts."""

    @extend_schema(operation_id="publish_round", request=None, responses={201: RoundShape})
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = run_event(request, slug, "run")
        return act(request, lambda: rounds.publish_round(event, number, by=by), RoundShape, status=201)


class PlayerSwapApi(APIView):
    """Two players of a proposed round change places."""

    @extend_schema(operation_id="swap_players", request=SeatSwapApi.Input, responses=RoundShape)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = run_event(request, slug, "run")
        data = read(request, SeatSwapApi.Input)
        players = data["first"], data["second"]
        return act(
            request, lambda: rounds.swap_players(event, number, players, reason=data["reason"], by=by), RoundShape
        )


class AlternativeApi(APIView):
    """One of the pairings that break a rule is chosen, where all do."""

    class Input(serializers.Serializer[Any]):
        alternative = serializers.IntegerField(min_value=0, help_text="Its place in the proposal, from 0.")
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "Alternative"

    @extend_schema(operation_id="choose_alternative", request=Input, responses=RoundShape)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = run_event(request, slug, "run")
        data = read(request, self.Input)
        place, reason = data["alternative"], data["reason"]
        return act(request, lambda: rounds.choose_alternative(event, number, place, reason=reason, by=by), RoundShape)
