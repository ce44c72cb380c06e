"""What an event's seed decided: as a file, and as it is found to be."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.infrastructure.throttle import count_try
from tournaments.api.permissions import IsAuthenticatedOrReadOnly, visible_event
from tournaments.selectors.event_file import (
    MAX_CHECKS_PER_MINUTE,
    public_file,
    verification_json,
    verify_finished_event,
)


class SeedCheckSerializer(serializers.Serializer[Any]):
    """One kind of thing that was worked out again: so many ``exact`` ``of`` so many, and what differs."""

    what = serializers.ChoiceField(
        ["commitment", "seats", "packs", "passes", "orders", "clock", "shuffles", "pairings", "standings"]
    )
    exact = serializers.IntegerField()
    of = serializers.IntegerField()
    unknown = serializers.BooleanField(help_text="The cards have changed since, so nothing can be said.")
    faults = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField(), help_text="Of pairings: how each round came about.")

    class Meta:
        ref_name = "FairnessCheck"


class SeedVerificationSerializer(serializers.Serializer[Any]):
    verdict = serializers.ChoiceField(["EXACT", "UNVERIFIED", "DIVERGED"])
    checks = SeedCheckSerializer(many=True)

    class Meta:
        ref_name = "FairnessProof"


class SeedVerificationApi(APIView):
    """Whether the event went as its seed says. 409 before its end."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="event_proof", responses={200: SeedVerificationSerializer, 409: None, 429: None})
    def get(self, request: Request, slug: str) -> Response:
        event = visible_event(request, slug)
        count_try("verify", request.META["REMOTE_ADDR"], limit=MAX_CHECKS_PER_MINUTE)
        return Response(verification_json(verify_finished_event(event)))


class EventFileApi(APIView):
    """The event as a file, as the command `verify` reads it. 409 before its end."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="event_file", responses={200: OpenApiTypes.OBJECT, 409: None})
    def get(self, request: Request, slug: str) -> Response:
        return Response(public_file(visible_event(request, slug)))
