"""The pairing mode of an event, and pairing exclusions."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import idempotent_response
from gameplay.api.requests import validated_data
from tournaments.api.event_serializers import EventDeskSerializer
from tournaments.api.permissions import event_and_actor
from tournaments.api.responses import respond_once
from tournaments.api.serializers import EventReasonInput, PairingExclusionSerializer
from tournaments.models import Event
from tournaments.services.pairing import set_pairing_mode
from tournaments.services.pairing_exclusion import exclude_pairing, lift_exclusion


class PairingModeApi(APIView):
    """Set whether the next rounds are paired inside pods or across the event, and the last one by rank."""

    class Input(serializers.Serializer[Any]):
        pairing = serializers.ChoiceField(Event.Pairing.choices)
        power_pairing = serializers.BooleanField()
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "PairingChoice"

    @extend_schema(operation_id="choose_pairing", request=Input, responses=EventDeskSerializer)
    def put(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "set_pairing")
        data = validated_data(request, self.Input)
        return respond_once(request, lambda: set_pairing_mode(event, by=by, **data), EventDeskSerializer)


class PairingExclusionsApi(APIView):
    """Pairing exclusions, for officials only."""

    class Input(serializers.Serializer[Any]):
        first = serializers.IntegerField(min_value=1)
        second = serializers.IntegerField(min_value=1)
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "KeepApart"

    @extend_schema(operation_id="kept_apart", responses=PairingExclusionSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = event_and_actor(request, slug, "see_desk")
        return Response(PairingExclusionSerializer(event.kept_apart.select_related("a", "b"), many=True).data)

    @extend_schema(operation_id="keep_apart", request=Input, responses={201: PairingExclusionSerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        return respond_once(
            request, lambda: exclude_pairing(event, by=by, **data), PairingExclusionSerializer, status=201
        )


class LiftExclusionApi(APIView):
    """Lift a pairing exclusion."""

    @extend_schema(operation_id="lift_apart", request=EventReasonInput, responses={204: None})
    def post(self, request: Request, slug: str, apart_id: int) -> Response:
        event, by = event_and_actor(request, slug, "run")
        exclusion, data = get_object_or_404(event.kept_apart, pk=apart_id), validated_data(request, EventReasonInput)

        def lift() -> tuple[int, Any]:
            lift_exclusion(exclusion, by=by, **data)
            return 204, None

        return idempotent_response(request, lift)
