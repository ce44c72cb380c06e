"""The later days of an event."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.requests import validated_data
from tournaments.api.event_serializers import EventDaySerializer, EventDeskSerializer, read_event_days
from tournaments.api.permissions import event_and_actor
from tournaments.api.responses import respond_once
from tournaments.rules.days import MAX_DAYS
from tournaments.services.days import change_days


class DaysApi(APIView):
    """Change the later days of an event. A day that has begun stays as it is."""

    class Input(serializers.Serializer[Any]):
        days = serializers.ListField(
            child=EventDaySerializer(), max_length=MAX_DAYS, help_text="All later days; empty for none."
        )
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "ChangedDays"

    @extend_schema(operation_id="change_days", request=Input, responses=EventDeskSerializer)
    def put(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        days = read_event_days(data["days"])
        return respond_once(
            request, lambda: change_days(event, days, reason=data["reason"], by=by), EventDeskSerializer
        )
