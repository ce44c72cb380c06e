"""Import an event from a file."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.requests import account_of, validated_data
from tournaments.api.event_serializers import EventDeskSerializer
from tournaments.api.responses import respond_once
from tournaments.selectors.presets import ConstructedPreset, find_preset, preset_error
from tournaments.selectors.roles import refuse_non_staff
from tournaments.services.event_import import import_event


class EventImportsApi(APIView):
    """Create an event from a tournament file, a TRF or an event file, with its players, rounds and results."""

    class Input(serializers.Serializer[Any]):
        preset = serializers.CharField(help_text="The code of a constructed preset from GET /api/v1/presets.")
        name = serializers.CharField(max_length=80, required=False, default="", help_text="By default as in the file.")
        file = serializers.CharField(
            max_length=2_000_000, trim_whitespace=False, help_text="The text of the file: JSON or TRF."
        )

        class Meta:
            ref_name = "EventImport"

    @extend_schema(operation_id="import_event", request=Input, responses={201: EventDeskSerializer})
    def post(self, request: Request) -> Response:
        refuse_non_staff(request.user)
        data, by = validated_data(request, self.Input), account_of(request)
        preset = find_preset(data["preset"])
        if not isinstance(preset, ConstructedPreset):
            raise preset_error(data["preset"], field="preset")
        return respond_once(
            request,
            lambda: import_event(data["file"], preset, name=data["name"], by=by),
            EventDeskSerializer,
            status=201,
        )
