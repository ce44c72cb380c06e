"""Late entries, undone drops, and the pairing of a late player with the bye."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.requests import validated_data
from tournaments.api.permissions import event_and_actor
from tournaments.api.responses import respond_once
from tournaments.api.serializers import EntrySerializer, EventReasonInput, MatchSerializer
from tournaments.selectors.pairings import paired_match
from tournaments.services.bye import pair_with_bye
from tournaments.services.late import add_late_entry, undo_drop
from tournaments.services.new_entry import NewPlayer


class LateEntriesApi(APIView):
    """Add a player after the seating, with packs of their own; published rounds are missed."""

    class Input(serializers.Serializer[Any]):
        handle = serializers.CharField(max_length=80, required=False, help_text="The name of a new player.")
        number = serializers.IntegerField(
            min_value=1, required=False, help_text="The number of a registered player who was absent."
        )
        team = serializers.CharField(
            max_length=80, required=False, help_text="In a team event: the name of the team, which must be complete."
        )
        mates = serializers.ListField(
            child=serializers.CharField(max_length=80),
            required=False,
            max_length=2,
            help_text="The handles of the other players of a new team, in the order of their boards.",
        )
        under_age = serializers.BooleanField(
            required=False,
            help_text="The new player is under the age of the event, and the guardian's consent was received.",
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
        is_minor = data.get("under_age", False)
        new = NewPlayer(data.get("handle", ""), under_age=is_minor, has_consent=is_minor)
        player, mates = known or new, map(NewPlayer, data.get("mates", ()))
        reason, team = data["reason"], data.get("team", "")
        return respond_once(
            request,
            lambda: add_late_entry(event, player, *mates, reason=reason, by=by, team=team),
            EntrySerializer,
            status=201,
        )


class UndoDropApi(APIView):
    """Undo a drop, for a team by any of its members; rounds published in the meantime are missed."""

    class Input(EventReasonInput):
        team = serializers.CharField(
            max_length=80,
            required=False,
            help_text="In a team event before the seating: the team to create or join.",
        )

        class Meta:
            ref_name = "Return"

    @extend_schema(operation_id="come_back", request=Input, responses=EntrySerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "admit")
        entry, data = get_object_or_404(event.entries, number=number), validated_data(request, self.Input)
        return respond_once(request, lambda: undo_drop(entry, by=by, **data), EntrySerializer)


class PairWithByeApi(APIView):
    """Pair a player who has missed the running round with the player who has the bye."""

    @extend_schema(operation_id="play_the_bye", request=EventReasonInput, responses={201: MatchSerializer})
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "run")
        entry, data = get_object_or_404(event.entries, number=number), validated_data(request, EventReasonInput)
        return respond_once(
            request, lambda: paired_match(pair_with_bye(entry, by=by, **data)), MatchSerializer, status=201
        )
