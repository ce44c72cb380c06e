"""What an event's seed decided: as a file, and as it is found to be."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.infrastructure.throttle import count_try
from tournaments.api.doors import LookOrSignIn, seen_event
from tournaments.selectors.proof import A_MINUTE, proof_of, public_file, said


class CheckShape(serializers.Serializer[Any]):
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


class ProofShape(serializers.Serializer[Any]):
    verdict = serializers.ChoiceField(["EXACT", "UNVERIFIED", "DIVERGED"])
    checks = CheckShape(many=True)

    class Meta:
        ref_name = "FairnessProof"


class ProofApi(APIView):
    """Whether the event went as its seed says. 409 before its end."""

    permission_classes = [LookOrSignIn]

    @extend_schema(operation_id="event_proof", responses={200: ProofShape, 409: None, 429: None})
    def get(self, request: Request, slug: str) -> Response:
        event = seen_event(request, slug)
        count_try("verify", request.META["REMOTE_ADDR"], most=A_MINUTE)
        return Response(said(proof_of(event)))


class FileApi(APIView):
    """The event as a file, as the command `verify` reads it. 409 before its end."""

    permission_classes = [LookOrSignIn]

    @extend_schema(operation_id="event_file", responses={200: OpenApiTypes.OBJECT, 409: None})
    def get(self, request: Request, slug: str) -> Response:
        return Response(public_file(seen_event(request, slug)))
