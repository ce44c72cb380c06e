"""Finish or cancel an event, and reopen it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.requests import validated_data
from tournaments.api.event_serializers import EventDeskSerializer
from tournaments.api.permissions import event_and_actor
from tournaments.api.responses import respond_once
from tournaments.api.serializers import EventReasonInput
from tournaments.services.cancellation import cancel_event
from tournaments.services.early_finish import finish_early
from tournaments.services.event import finish_event
from tournaments.services.reopening import reopen_event


class FinishEventApi(APIView):
    """Finish the event and reveal its seed."""

    @extend_schema(operation_id="finish_event", request=None, responses=EventDeskSerializer)
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        return respond_once(request, lambda: finish_event(event, by=by), EventDeskSerializer)


class EarlyFinishApi(APIView):
    """Finish the event early, with the standings after its last complete round. This is public, with the reason.

    A running round is cancelled with its results, or counts if ``count_open_round`` is set.
    """

    class Input(serializers.Serializer[Any]):
        reason = serializers.CharField(max_length=200)
        after_round = serializers.IntegerField(
            required=False,
            min_value=0,
            help_text="The expected last complete round, counting stages of a top cut; 409 if it is another one.",
        )
        count_open_round = serializers.BooleanField(
            default=False,
            help_text="Whether the Swiss round that has begun counts: reports of one player as they are, all other "
            "tables without a result as draws.",
        )

        class Meta:
            ref_name = "EarlyFinish"

    @extend_schema(operation_id="finish_early", request=Input, responses=EventDeskSerializer)
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        return respond_once(request, lambda: finish_early(event, by=by, **data), EventDeskSerializer)


class CancellationApi(APIView):
    """Cancel the event in any phase, and reveal its seed. This is public, with the reason."""

    @extend_schema(operation_id="cancel_event", request=EventReasonInput, responses=EventDeskSerializer)
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, EventReasonInput)
        return respond_once(request, lambda: cancel_event(event, by=by, **data), EventDeskSerializer)


class ReopeningApi(APIView):
    """Reopen an event that has ended less than a day ago. This is public, with the reason.

    Its draft must have been over, and its games must not be played on this site: the seed has revealed the rest.
    """

    @extend_schema(operation_id="reopen_event", request=EventReasonInput, responses=EventDeskSerializer)
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, EventReasonInput)
        return respond_once(request, lambda: reopen_event(event, by=by, **data), EventDeskSerializer)
