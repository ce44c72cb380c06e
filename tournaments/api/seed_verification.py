"""Seed verification of an event, and its public file."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.permissions import IsAuthenticatedOrReadOnly
from gameplay.infrastructure.throttle import count_try
from tournaments.api.permissions import visible_event
from tournaments.selectors.event_file import (
    MAX_CHECKS_PER_MINUTE,
    public_file,
    verification_json,
    verify_finished_event,
)


class SeedCheckSerializer(serializers.Serializer[Any]):
    """The verification of one kind of result: ``exact`` ``of`` all match, and the differences."""

    what = serializers.ChoiceField(
        ["commitment", "seats", "packs", "passes", "orders", "clock", "shuffles", "pairings", "cut", "standings"]
    )
    exact = serializers.IntegerField()
    of = serializers.IntegerField()
    unknown = serializers.BooleanField(help_text="The cards have changed since, so it cannot be verified.")
    faults = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField(), help_text="For pairings: how each round was paired.")

    class Meta:
        ref_name = "FairnessCheck"


class SeedVerificationSerializer(serializers.Serializer[Any]):
    verdict = serializers.ChoiceField(["EXACT", "UNVERIFIED", "DIVERGED"])
    checks = SeedCheckSerializer(many=True)

    class Meta:
        ref_name = "FairnessProof"


class SeedVerificationApi(APIView):
    """The seed verification of a finished event; 409 before it is finished."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="event_proof", responses={200: SeedVerificationSerializer, 409: None, 429: None})
    def get(self, request: Request, slug: str) -> Response:
        event = visible_event(request, slug)
        count_try("verify", request.META["REMOTE_ADDR"], limit=MAX_CHECKS_PER_MINUTE)
        return Response(verification_json(verify_finished_event(event)))


class EventFileApi(APIView):
    """The public file of a finished event, for the command `verify`; 409 before it is finished."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="event_file", responses={200: OpenApiTypes.OBJECT, 409: None})
    def get(self, request: Request, slug: str) -> Response:
        return Response(public_file(visible_event(request, slug)))
