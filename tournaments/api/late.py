"""Players who come late or come back, and the bye that one of them may play against."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.permissions import event_and_actor, respond_once, validated_data
from tournaments.api.serializers import EntrySerializer, MatchSerializer, ReasonInput
from tournaments.selectors.pairings import paired_match
from tournaments.services.bye import pair_with_bye
from tournaments.services.entry import NewPlayer
from tournaments.services.late import add_late_entry, undo_drop


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

    @extend_schema(operation_id="enter_late", request=Input, responses={201: EntrySerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "admit")
        data = validated_data(request, self.Input)
        known = get_object_or_404(event.entries, number=data["number"]) if "number" in data else None
        who, mates = known or NewPlayer(data.get("handle", "")), map(NewPlayer, data.get("mates", ()))
        why, team = data["reason"], data.get("team", "")
        return respond_once(
            request,
            lambda: add_late_entry(event, who, *mates, reason=why, by=by, team=team),
            EntrySerializer,
            status=201,
        )


class UndoDropApi(APIView):
    """A drop is taken back, that of a team by any of its members; rounds that were published meanwhile are missed."""

    class Input(ReasonInput):
        team = serializers.CharField(
            max_length=80,
            required=False,
            help_text="Before the seating, in an event of teams: which they found or join.",
        )

        class Meta:
            ref_name = "Return"

    @extend_schema(operation_id="come_back", request=Input, responses=EntrySerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "admit")
        entry, told = get_object_or_404(event.entries, number=number), validated_data(request, self.Input)
        return respond_once(request, lambda: undo_drop(entry, by=by, **told), EntrySerializer)


class PairWithByeApi(APIView):
    """Somebody who has missed the round that is played is seated against the one who has the bye."""

    @extend_schema(operation_id="play_the_bye", request=ReasonInput, responses={201: MatchSerializer})
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "run")
        entry, why = get_object_or_404(event.entries, number=number), validated_data(request, ReasonInput)
        return respond_once(
            request, lambda: paired_match(pair_with_bye(entry, by=by, **why)), MatchSerializer, status=201
        )
