"""Pods: plan and change them, publish the seating, pause drafts and open packs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.requests import validated_data
from tournaments.api.event_serializers import PLACES, EventDeskSerializer
from tournaments.api.permissions import event_and_actor
from tournaments.api.responses import respond_once
from tournaments.services import cut, draft
from tournaments.services import pod as pods
from tournaments.services.announced_rounds import announce_rounds
from tournaments.services.cut_draft import seat_cut


class PodPlanApi(APIView):
    """Plan the pods of the present players."""

    class Input(serializers.Serializer[Any]):
        sizes = serializers.ListField(
            child=serializers.IntegerField(min_value=0, max_value=99),
            required=False,
            allow_empty=False,
            help_text="Pod sizes; by default the best ones.",
        )
        reason = serializers.CharField(max_length=200, required=False, help_text="Required with sizes.")

        class Meta:
            ref_name = "PodSizes"

    @extend_schema(operation_id="make_pods", request=Input, responses={201: EventDeskSerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        return respond_once(request, lambda: pods.plan_pods(event, by=by, **data), EventDeskSerializer, status=201)


class AnnouncedRoundsApi(APIView):
    """Change the number of rounds. Once registration is closed, it can only be reduced."""

    class Input(serializers.Serializer[Any]):
        rounds = serializers.IntegerField(min_value=0, max_value=99)
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "AnnouncedRounds"

    @extend_schema(operation_id="announce_rounds", request=Input, responses=EventDeskSerializer)
    def put(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        return respond_once(request, lambda: announce_rounds(event, by=by, **data), EventDeskSerializer)


class CutApi(APIView):
    """Change the size of the single-elimination top cut, and whether it drafts again, until it has begun."""

    class Input(serializers.Serializer[Any]):
        places = serializers.ChoiceField(PLACES, help_text="0 for no top cut.")
        cut_draft = serializers.BooleanField(
            required=False, help_text="Whether its players draft again; unchanged by default."
        )
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "ChangedCut"

    @extend_schema(operation_id="change_cut", request=Input, responses=EventDeskSerializer)
    def put(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        return respond_once(request, lambda: cut.change_cut(event, by=by, **data), EventDeskSerializer)


class CutSeatingApi(APIView):
    """Seat the top cut for its draft, once all announced rounds are played, and start the draft."""

    @extend_schema(operation_id="seat_cut", request=None, responses={201: EventDeskSerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        return respond_once(request, lambda: seat_cut(event, by=by), EventDeskSerializer, status=201)


class SeatSwapApi(APIView):
    """Swap the planned seats of two players."""

    class Input(serializers.Serializer[Any]):
        first = serializers.IntegerField(min_value=1)
        second = serializers.IntegerField(min_value=1)
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "Swap"

    @extend_schema(operation_id="swap_seats", request=Input, responses=EventDeskSerializer)
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        return respond_once(request, lambda: pods.swap_seats(event, by=by, **data), EventDeskSerializer)


class SeatingApi(APIView):
    """Publish the seating and start the draft."""

    @extend_schema(operation_id="publish_seating", request=None, responses={201: EventDeskSerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        return respond_once(request, lambda: pods.publish_seating(event, by=by), EventDeskSerializer, status=201)


class DraftsPauseApi(APIView):
    """Pause all drafting or building pods simultaneously, and resume them."""

    class Input(serializers.Serializer[Any]):
        reason = serializers.CharField(max_length=200, help_text="The reason, for the public log.")

        class Meta:
            ref_name = "EventPause"

    @extend_schema(operation_id="pause_event", request=Input, responses=EventDeskSerializer)
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        reason = validated_data(request, self.Input)["reason"]
        return respond_once(request, lambda: draft.pause_drafts(event, reason=reason, by=by), EventDeskSerializer)

    @extend_schema(operation_id="resume_event", responses={200: EventDeskSerializer})
    def delete(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        return respond_once(request, lambda: draft.resume_drafts(event, by=by), EventDeskSerializer)


class OpenPacksApi(APIView):
    """Open the next packs, in an event where this is done by hand."""

    class Input(serializers.Serializer[Any]):
        pod = serializers.IntegerField(
            required=False, min_value=1, help_text="The number of a pod; by default all waiting pods."
        )

        class Meta:
            ref_name = "OpenPacks"

    @extend_schema(operation_id="open_packs", request=Input, responses=EventDeskSerializer)
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        number = validated_data(request, self.Input).get("pod")

        def open_packs() -> Any:
            pods.open_packs(event, by=by, number=number)
            return event

        return respond_once(request, open_packs, EventDeskSerializer)
