"""Pods: planned, changed by hand, seated, and told to open their packs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.permissions import event_and_actor, respond_once, validated_data
from tournaments.api.serializers import PLACES, EventDeskSerializer
from tournaments.services import cut, draft
from tournaments.services import pod as pods


class PodPlanApi(APIView):
    """The plan: which players sit together."""

    class Input(serializers.Serializer[Any]):
        sizes = serializers.ListField(
            child=serializers.IntegerField(min_value=0, max_value=99),
            required=False,
            allow_empty=False,
            help_text="The director's own; without them the best ones.",
        )
        reason = serializers.CharField(max_length=200, required=False, help_text="Sizes of one's own need one.")

        class Meta:
            ref_name = "PodSizes"

    @extend_schema(operation_id="make_pods", request=Input, responses={201: EventDeskSerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        asked = validated_data(request, self.Input)
        return respond_once(request, lambda: pods.plan_pods(event, by=by, **asked), EventDeskSerializer, status=201)


class AnnouncedRoundsApi(APIView):
    """How many rounds are played; to be changed before the seating is published."""

    class Input(serializers.Serializer[Any]):
        rounds = serializers.IntegerField(min_value=0, max_value=99)
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "AnnouncedRounds"

    @extend_schema(operation_id="announce_rounds", request=Input, responses=EventDeskSerializer)
    def put(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        return respond_once(request, lambda: pods.announce_rounds(event, by=by, **data), EventDeskSerializer)


class CutApi(APIView):
    """How many play on in single elimination after the rounds; to be changed until the bracket is published."""

    class Input(serializers.Serializer[Any]):
        places = serializers.ChoiceField(PLACES, help_text="0 for no top cut.")
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "ChangedCut"

    @extend_schema(operation_id="change_cut", request=Input, responses=EventDeskSerializer)
    def put(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        return respond_once(request, lambda: cut.change_cut(event, by=by, **data), EventDeskSerializer)


class SeatSwapApi(APIView):
    """Two players change their planned seats."""

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
    """The seating is published, and the draft begins."""

    @extend_schema(operation_id="publish_seating", request=None, responses={201: EventDeskSerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        return respond_once(request, lambda: pods.publish_seating(event, by=by), EventDeskSerializer, status=201)


class DraftsPauseApi(APIView):
    """Stopping every pod that drafts or builds at once, and letting those go on."""

    class Input(serializers.Serializer[Any]):
        reason = serializers.CharField(max_length=200, help_text="For the log, which everybody may read.")

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
    """The signal to open the next packs, where it is given by hand."""

    class Input(serializers.Serializer[Any]):
        pod = serializers.IntegerField(required=False, min_value=1, help_text="Its number; all that wait without.")

        class Meta:
            ref_name = "OpenPacks"

    @extend_schema(operation_id="open_packs", request=Input, responses=EventDeskSerializer)
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        number = validated_data(request, self.Input).get("pod")

        def do() -> Any:
            pods.open_packs(event, by=by, number=number)
            return event

        return respond_once(request, do, EventDeskSerializer)
