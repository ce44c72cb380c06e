"""Players of an event: list, join, walk-ins, teams, bots, check-in and drops."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import idempotent_response
from gameplay.api.permissions import IsAuthenticatedOrReadOnly
from gameplay.api.requests import account_of, validated_data
from tournaments.api.permissions import event_and_actor, visible_event
from tournaments.api.responses import respond_once
from tournaments.api.serializers import EntrySerializer, TeamSerializer
from tournaments.api.waiting_list import WaitingPlaceSerializer
from tournaments.selectors.roles import PERMISSIONS, Actor, role_in
from tournaments.selectors.teams import entries_by_team, teams_with_members
from tournaments.selectors.waiting_list import waiting_place
from tournaments.services import entry as entries
from tournaments.services.consent import set_consent


class JoinApi(APIView):
    """Join an event with its code. If the event is full, the caller is put on its waiting list."""

    class Input(serializers.Serializer[Any]):
        code = serializers.CharField(max_length=40)
        team = serializers.CharField(
            max_length=80,
            required=False,
            help_text="In a team event: a new name creates a team, a known one joins it.",
        )
        under_age = serializers.BooleanField(
            required=False, help_text="In an event that asks for a guardian's consent: shown under an alias."
        )

        class Meta:
            ref_name = "JoinCode"

    @extend_schema(
        operation_id="join",
        request=Input,
        responses={
            201: OpenApiResponse(EntrySerializer, description="The player is registered."),
            202: OpenApiResponse(WaitingPlaceSerializer, description="The event is full; the player waits."),
        },
    )
    def post(self, request: Request) -> Response:
        data = validated_data(request, self.Input)
        address = request.META["REMOTE_ADDR"]
        event = entries.joinable_event(data.pop("code"), address=address)
        account = account_of(request)

        def join() -> tuple[int, Any]:
            joined = entries.join_event(event, account, **data, address=address)
            if isinstance(joined, entries.JoinedEntry):
                return 201, EntrySerializer(joined.entry).data
            return 202, WaitingPlaceSerializer(waiting_place(event, account)).data

        return idempotent_response(request, join)


class EntriesApi(APIView):
    """The players of the event; add a walk-in."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    class Input(serializers.Serializer[Any]):
        handle = serializers.CharField(max_length=80)
        reading = serializers.CharField(max_length=80, required=False)
        under_age = serializers.BooleanField(
            required=False, help_text="In an event that asks for a guardian's consent: shown under an alias."
        )
        team = serializers.CharField(max_length=80, required=False, help_text="The name of the team, in a team event.")

        class Meta:
            ref_name = "WalkIn"

    @extend_schema(operation_id="entries", responses=EntrySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(EntrySerializer(entries_by_team(visible_event(request, slug)), many=True).data)

    @extend_schema(operation_id="add_walk_in", request=Input, responses={201: EntrySerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "admit")
        data = validated_data(request, self.Input)
        team, player = data.pop("team", ""), entries.NewPlayer(**data)
        return respond_once(
            request, lambda: entries.add_walk_in(event, player, by=by, team=team), EntrySerializer, status=201
        )


class TeamsApi(APIView):
    """The teams of the event in the order of creation; empty in an event without teams."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="teams", responses=TeamSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(TeamSerializer(teams_with_members(visible_event(request, slug)), many=True).data)


class TeamApi(APIView):
    """Change the team of a player, until the seating is published."""

    class Input(serializers.Serializer[Any]):
        team = serializers.CharField(max_length=80, help_text="A new name creates a team.")

        class Meta:
            ref_name = "ChangedTeam"

    @extend_schema(operation_id="change_team", request=Input, responses=EntrySerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "admit")
        entry = get_object_or_404(event.entries, number=number)
        name = validated_data(request, self.Input)["team"]
        return respond_once(request, lambda: entries.change_team(entry, name, by=by), EntrySerializer)


class BotsApi(APIView):
    """Add bots that draft, build and play; only in events that are drafted and played on this site."""

    class Input(serializers.Serializer[Any]):
        count = serializers.IntegerField(min_value=1, max_value=64)

        class Meta:
            ref_name = "Bots"

    @extend_schema(operation_id="add_bots", request=Input, responses={201: EntrySerializer(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "admit")
        count = validated_data(request, self.Input)["count"]

        def add() -> tuple[int, Any]:
            return 201, EntrySerializer(entries.add_bots(event, count, by=by), many=True).data

        return idempotent_response(request, add)


class CheckInApi(APIView):
    """Check a player in or out."""

    class Input(serializers.Serializer[Any]):
        present = serializers.BooleanField()

        class Meta:
            ref_name = "CheckIn"

    @extend_schema(operation_id="check_in", request=Input, responses=EntrySerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "admit")
        entry = get_object_or_404(event.entries, number=number)
        present = validated_data(request, self.Input)["present"]
        return respond_once(request, lambda: entries.set_checked_in(entry, present=present, by=by), EntrySerializer)


class ConsentApi(APIView):
    """Record that the guardian's consent for a player under age was received."""

    class Input(serializers.Serializer[Any]):
        received = serializers.BooleanField()

        class Meta:
            ref_name = "Consent"

    @extend_schema(operation_id="set_consent", request=Input, responses=EntrySerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "admit")
        entry = get_object_or_404(event.entries, number=number)
        received = validated_data(request, self.Input)["received"]
        return respond_once(request, lambda: set_consent(entry, received=received, by=by), EntrySerializer)


class DropApi(APIView):
    """Drop an entry: the caller's own, or any entry as an official."""

    class Input(serializers.Serializer[Any]):
        reason = serializers.CharField(max_length=200, required=False, help_text="Required for officials.")

        class Meta:
            ref_name = "Drop"

    @extend_schema(operation_id="drop", request=Input, responses=EntrySerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event = visible_event(request, slug)
        entry = get_object_or_404(event.entries, number=number)
        account = account_of(request)
        role = role_in(event, account)
        if role not in PERMISSIONS["admit"] and entry.account_id != account.pk:
            raise Http404
        data = validated_data(request, self.Input)
        return respond_once(
            request, lambda: entries.drop_entry(entry, by=Actor(account, role), **data), EntrySerializer
        )
