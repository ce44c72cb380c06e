"""How rounds are paired, and who is kept apart."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import answer_once
from tournaments.api.doors import act, read, run_event
from tournaments.api.shapes import ApartShape, DeskShape, WhyShape
from tournaments.models import Event
from tournaments.services.apart import keep_apart, lift
from tournaments.services.pairing import pair_by


class PairingApi(APIView):
    """Whether rounds are paired inside the pods or across the event, and the last one by places; the next ones are."""

    class Input(serializers.Serializer[Any]):
        pairing = serializers.ChoiceField(Event.Pairing.choices)
        power_pairing = serializers.BooleanField()
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "PairingChoice"

    @extend_schema(operation_id="choose_pairing", request=Input, responses=DeskShape)
    def put(self, request: Request, slug: str) -> Response:
        event, by = run_event(request, slug, "set_pairing")
        data = read(request, self.Input)
        return act(request, lambda: pair_by(event, by=by, **data), DeskShape)


class ApartApi(APIView):
    """Pairs of players who must not meet: for officials alone."""

    class Input(serializers.Serializer[Any]):
        first = serializers.IntegerField(min_value=1)
        second = serializers.IntegerField(min_value=1)
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "KeepApart"

    @extend_schema(operation_id="kept_apart", responses=ApartShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = run_event(request, slug, "see_desk")
        return Response(ApartShape(event.kept_apart.select_related("a", "b"), many=True).data)

    @extend_schema(operation_id="keep_apart", request=Input, responses={201: ApartShape})
    def post(self, request: Request, slug: str) -> Response:
        event, by = run_event(request, slug, "run")
        data = read(request, self.Input)
        return act(request, lambda: keep_apart(event, by=by, **data), ApartShape, status=201)


class LiftingApi(APIView):
    """Two players may meet again."""

    @extend_schema(operation_id="lift_apart", request=WhyShape, responses={204: None})
    def post(self, request: Request, slug: str, apart_id: int) -> Response:
        event, by = run_event(request, slug, "run")
        apart, why = get_object_or_404(event.kept_apart, pk=apart_id), read(request, WhyShape)

        def do() -> tuple[int, Any]:
            lift(apart, by=by, **why)
            return 204, None

        return answer_once(request, do)
