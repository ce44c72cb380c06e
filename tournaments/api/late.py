"""Players who come late or come back, and the bye that one of them may play against."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.doors import act, read, run_event
from tournaments.api.shapes import EntryShape, MatchShape, WhyShape
from tournaments.selectors.pairings import pairing_of
from tournaments.services.bye import play_the_bye
from tournaments.services.entry import NewPlayer
from tournaments.services.late import come_back, enter_late


class LateEntriesApi(APIView):
    """Somebody who comes after the seating is entered, with packs of their own; rounds that are published are missed."""

    class Input(serializers.Serializer[Any]):
        handle = serializers.CharField(max_length=80, required=False, help_text="Of somebody new.")
        number = serializers.IntegerField(min_value=1, required=False, help_text="Of who was registered and not there.")
        team = serializers.CharField(
            max_length=80, required=False, help_text="In an event of teams, where a team comes as a whole."
        )
        mates = serializers.ListField(
            child=serializers.CharField(max_length=80),
            required=False,
            max_length=2,
            help_text="The handles of the others of a new team, in the order of their boards.",
        )
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "LateEntry"

        def validate(self, data: dict[str, Any]) -> dict[str, Any]:
            if ("handle" in data) == ("number" in data):
                raise serializers.ValidationError("Give either a handle or a number.")
            return data

    @extend_schema(operation_id="enter_late", request=Input, responses={201: EntryShape})
    def post(self, request: Request, slug: str) -> Response:
        event, by = run_event(request, slug, "admit")
        data = read(request, self.Input)
        known = get_object_or_404(event.entries, number=data["number"]) if "number" in data else None
        who, mates = known or NewPlayer(data.get("handle", "")), map(NewPlayer, data.get("mates", ()))
        why, team = data["reason"], data.get("team", "")
        return act(
            request, lambda: enter_late(event, who, *mates, reason=why, by=by, team=team), EntryShape, status=201
        )


class ReturnApi(APIView):
    """A drop is taken back, that of a team by any of its members; rounds that were published meanwhile are missed."""

    class Input(WhyShape):
        team = serializers.CharField(
            max_length=80,
            required=False,
            help_text="Before the seating, in an event of teams: which they found or join.",
        )

        class Meta:
            ref_name = "Return"

    @extend_schema(operation_id="come_back", request=Input, responses=EntryShape)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = run_event(request, slug, "admit")
        entry, told = get_object_or_404(event.entries, number=number), read(request, self.Input)
        return act(request, lambda: come_back(entry, by=by, **told), EntryShape)


class ByeApi(APIView):
    """Somebody who has missed the round that is played is seated against the one who has the bye."""

    @extend_schema(operation_id="play_the_bye", request=WhyShape, responses={201: MatchShape})
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = run_event(request, slug, "run")
        entry, why = get_object_or_404(event.entries, number=number), read(request, WhyShape)
        return act(request, lambda: pairing_of(play_the_bye(entry, by=by, **why)), MatchShape, status=201)
