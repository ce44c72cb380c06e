"""The places of an event and its waiting list."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import idempotent_response
from gameplay.api.permissions import IsAuthenticatedOrReadOnly
from gameplay.api.requests import account_of, validated_data
from tournaments.api.permissions import event_and_actor, visible_event
from tournaments.api.responses import respond_once
from tournaments.api.serializers import EntrySerializer, EventReasonInput
from tournaments.models import Event
from tournaments.rules.capacity import MAX_CAPACITY
from tournaments.selectors.roles import Actor
from tournaments.selectors.waiting_list import (
    WaitingPlace,
    places_taken,
    waiting_list,
    waiting_place,
    waiting_players,
)
from tournaments.services.waiting_list import admit_waiting_player, leave_waiting_list, set_capacity


class PlacesSerializer(serializers.Serializer[Event]):
    """The places of an event. More can be taken than there are, because the desk can always add players."""

    capacity = serializers.IntegerField(allow_null=True, help_text="The number of places; null for no limit.")
    taken = serializers.SerializerMethodField(
        help_text="Players who have not dropped, without bots. In a team event, a team takes all its places."
    )
    waiting = serializers.SerializerMethodField(help_text="Players on the waiting list.")

    class Meta:
        ref_name = "Places"

    def get_taken(self, event: Event) -> int:
        return places_taken(event)

    def get_waiting(self, event: Event) -> int:
        return waiting_players(event).count()


class WaitingPlaceSerializer(serializers.Serializer[Any]):
    """The caller's place on the waiting list."""

    position = serializers.IntegerField(help_text="From 1, the next to be admitted.")
    team = serializers.CharField(source="player.team", help_text="The team to join; empty without teams.")
    joined_at = serializers.DateTimeField(source="player.joined_at")

    class Meta:
        ref_name = "WaitingPlace"


class WaitingPlayerSerializer(WaitingPlaceSerializer):
    """A player on the waiting list, for officials; a player under age is named by an alias."""

    number = serializers.IntegerField(source="player.number", help_text="Names the player in other operations.")
    name = serializers.CharField(source="player.name")
    under_age = serializers.BooleanField(source="player.under_age")

    class Meta:
        ref_name = "WaitingPlayer"


class CapacityApi(APIView):
    """The places of the event. Change their number, until registration closes.

    Waiting players are admitted to new places. If there are fewer places than players, all players keep theirs.
    """

    permission_classes = [IsAuthenticatedOrReadOnly]

    class Input(serializers.Serializer[Any]):
        capacity = serializers.IntegerField(
            min_value=0, max_value=MAX_CAPACITY, allow_null=True, help_text="The number of places; null for no limit."
        )

        class Meta:
            ref_name = "Capacity"

    @extend_schema(operation_id="places", responses=PlacesSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(PlacesSerializer(visible_event(request, slug)).data)

    @extend_schema(operation_id="set_capacity", request=Input, responses=PlacesSerializer)
    def put(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        capacity = validated_data(request, self.Input)["capacity"]
        return respond_once(request, lambda: set_capacity(event, capacity, by=by), PlacesSerializer)


class WaitingListApi(APIView):
    """The waiting list in order; empty once registration is closed."""

    @extend_schema(operation_id="waiting_list", responses=WaitingPlayerSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = event_and_actor(request, slug, "see_desk")
        return Response(WaitingPlayerSerializer(waiting_list(event), many=True).data)


class OwnWaitingPlaceApi(APIView):
    """The caller's place on the waiting list; leave the list."""

    @extend_schema(operation_id="own_waiting_place", responses=WaitingPlaceSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(WaitingPlaceSerializer(self._place(request, slug)).data)

    @extend_schema(operation_id="leave_waiting_list", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        def leave() -> tuple[int, Any]:
            leave_waiting_list(self._place(request, slug).player, by=Actor(account_of(request), "player"))
            return 204, None

        return idempotent_response(request, leave)

    def _place(self, request: Request, slug: str) -> WaitingPlace:
        place = waiting_place(get_object_or_404(Event, slug=slug), account_of(request))
        if place is None:
            raise Http404
        return place


class WaitingAdmissionApi(APIView):
    """Register a waiting player out of turn, even above the capacity."""

    @extend_schema(operation_id="admit_waiting_player", request=None, responses={201: EntrySerializer})
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "admit")
        player = get_object_or_404(event.waiting_players, number=number)
        return respond_once(request, lambda: admit_waiting_player(player, by=by), EntrySerializer, status=201)


class WaitingRemovalApi(APIView):
    """Remove a player from the waiting list."""

    @extend_schema(operation_id="remove_waiting_player", request=EventReasonInput, responses={204: None})
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "admit")
        player = get_object_or_404(event.waiting_players, number=number)
        reason = validated_data(request, EventReasonInput)["reason"]

        def remove() -> tuple[int, Any]:
            leave_waiting_list(player, by=by, reason=reason)
            return 204, None

        return idempotent_response(request, remove)
