"""Leagues: list, create and change them, read their tables, and add or remove events."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import idempotent_response
from gameplay.api.permissions import IsAuthenticatedOrReadOnly
from gameplay.api.requests import account_of, validated_data
from gameplay.games import RULESETS
from tournaments.api.responses import respond_once
from tournaments.models import Event, League
from tournaments.rules.league import MAX_EVENTS, MAX_PLACES, MAX_POINTS, USUAL_ATTENDANCE, USUAL_PLACES, PointsRule
from tournaments.selectors.league_table import LeagueRow, load_league_table
from tournaments.selectors.leagues import event_adder, event_remover, league_owner, listed_leagues
from tournaments.selectors.roles import refuse_non_staff
from tournaments.services.event import find_staff
from tournaments.services.league import (
    LeagueSettings,
    add_event,
    change_league,
    create_league,
    delete_league,
    remove_event,
    transfer_league,
)

MAX_LEAGUES = 200
"""The number of leagues in a response, the newest first."""


class LeagueInput(serializers.Serializer[Any]):
    """The settings of a league; without any, the usual points by rank and the usual bonus."""

    name = serializers.CharField(max_length=80)
    game = serializers.ChoiceField(["", *RULESETS], default="", help_text="Empty for any game.")
    match_points = serializers.BooleanField(default=False, help_text="Whether match points of Swiss rounds count.")
    rank_points = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_POINTS),
        max_length=MAX_PLACES,
        default=list(USUAL_PLACES),
        help_text="The points of ranks 1, 2, and so on; they never rise.",
    )
    attendance = serializers.IntegerField(
        min_value=0,
        max_value=MAX_POINTS,
        default=USUAL_ATTENDANCE,
        help_text="The points of each player for every event in which they have played a round.",
    )
    best = serializers.IntegerField(
        min_value=1,
        max_value=MAX_EVENTS,
        allow_null=True,
        default=None,
        help_text="The number of a player's best events that count; null for all.",
    )
    ratings = serializers.BooleanField(default=False, help_text="Whether the table has ratings (Glicko-2).")
    visibility = serializers.ChoiceField(League.Visibility.choices, default=League.Visibility.PUBLIC.value)

    class Meta:
        ref_name = "LeagueSettings"


class LeagueSerializer(serializers.ModelSerializer[League]):
    """The settings of a league."""

    rank_points = serializers.ListField(child=serializers.IntegerField(), read_only=True)

    class Meta:
        model = League
        ref_name = "League"
        fields = ["slug", "name", "game", "match_points", "rank_points", "attendance", "best", "ratings"]
        fields += ["visibility", "created_at"]
        read_only_fields = fields


class LeagueEventSerializer(serializers.Serializer[Any]):
    """An event of a league; it ``counts`` once it is finished, unless it was cancelled."""

    slug = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    begins = serializers.DateTimeField(help_text="The start, or the creation if the event has no start.")
    cancelled = serializers.BooleanField(source="is_cancelled")
    counts = serializers.BooleanField()

    class Meta:
        ref_name = "LeagueEvent"


class LeagueScoreSerializer(serializers.Serializer[Any]):
    """The points of a player in an event, by their source; they ``count`` if it is one of the best events."""

    event = serializers.CharField(help_text="The slug of the event.")
    rank = serializers.IntegerField(help_text="In the final standings; of the team in a team event.")
    rank_points = serializers.IntegerField()
    match_points = serializers.IntegerField()
    attendance = serializers.IntegerField()
    points = serializers.IntegerField(help_text="The sum.")
    counts = serializers.BooleanField()

    class Meta:
        ref_name = "LeagueScore"


class RatingSerializer(serializers.Serializer[Any]):
    """A rating by Glicko-2; it is provisional while the deviation is more than 110."""

    value = serializers.FloatField(help_text="1500 for a new player.")
    deviation = serializers.FloatField(help_text="In 95 of 100 cases the strength is within two deviations.")
    volatility = serializers.FloatField()
    matches = serializers.IntegerField(help_text="The number of rated matches.")

    class Meta:
        ref_name = "Rating"


class LeagueRowSerializer(serializers.Serializer[Any]):
    """A row of the table. Players who are equal in points, events won and best score share the rank."""

    rank = serializers.IntegerField()
    player = serializers.CharField(help_text="The name in the latest event.")
    points = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="The number of events won.")
    best = serializers.IntegerField(help_text="The most points in one event.")
    events = LeagueScoreSerializer(many=True)
    rating = RatingSerializer(
        allow_null=True, help_text="Null if the league has no ratings, or the player no rated match."
    )

    class Meta:
        ref_name = "LeagueRow"


class LeagueTableSerializer(LeagueSerializer):
    """A league with its events, in order of time, and its table, the best player first."""

    events = LeagueEventSerializer(many=True, read_only=True)
    table = LeagueRowSerializer(many=True, read_only=True)

    class Meta(LeagueSerializer.Meta):
        ref_name = "LeagueTable"
        fields = [*LeagueSerializer.Meta.fields, "events", "table"]
        read_only_fields = fields


class LeaguesApi(APIView):
    """The listed leagues, the newest first; create a league."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="leagues", responses=LeagueSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(LeagueSerializer(listed_leagues()[:MAX_LEAGUES], many=True).data)

    @extend_schema(operation_id="create_league", request=LeagueInput, responses={201: LeagueSerializer})
    def post(self, request: Request) -> Response:
        refuse_non_staff(request.user)
        settings = _settings(request)
        return respond_once(
            request, lambda: create_league(settings, by=account_of(request)), LeagueSerializer, status=201
        )


class LeagueApi(APIView):
    """A league with its table; change its settings, or delete it."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="league", responses=LeagueTableSerializer)
    @method_decorator(conditional_page)
    @method_decorator(cache_control(public=True, no_cache=True))
    def get(self, request: Request, league: str) -> Response:
        found = get_object_or_404(League, slug=league)
        table = load_league_table(found)
        rows = [_row_json(row) for row in table.rows]
        events = LeagueEventSerializer(table.events, many=True).data
        return Response(LeagueSerializer(found).data | {"events": events, "table": rows})

    @extend_schema(operation_id="change_league", request=LeagueInput, responses=LeagueSerializer)
    def put(self, request: Request, league: str) -> Response:
        found = get_object_or_404(League, slug=league)
        by = league_owner(found, request.user)
        settings = _settings(request)
        return respond_once(request, lambda: change_league(found, settings, by=by), LeagueSerializer)

    @extend_schema(operation_id="delete_league", request=None, responses={204: None})
    def delete(self, request: Request, league: str) -> Response:
        found = get_object_or_404(League, slug=league)
        by = league_owner(found, request.user)

        def delete() -> tuple[int, None]:
            delete_league(found, by=by)
            return 204, None

        return idempotent_response(request, delete)


class LeagueOwnerApi(APIView):
    """Give a league to another staff account. Permitted for its owner."""

    class Input(serializers.Serializer[Any]):
        handle = serializers.CharField(max_length=80, help_text="The handle of a staff account.")

        class Meta:
            ref_name = "LeagueOwner"

    @extend_schema(operation_id="transfer_league", request=Input, responses=LeagueSerializer)
    def put(self, request: Request, league: str) -> Response:
        found = get_object_or_404(League, slug=league)
        by = league_owner(found, request.user)
        owner = find_staff(validated_data(request, self.Input)["handle"])
        return respond_once(request, lambda: transfer_league(found, owner, by=by), LeagueSerializer)


class LeagueEventsApi(APIView):
    """Add an event to a league. The caller must be an organizer of both."""

    class Input(serializers.Serializer[Any]):
        event = serializers.SlugField(max_length=60, help_text="The slug of the event.")

        class Meta:
            ref_name = "AddedEvent"

    @extend_schema(operation_id="add_league_event", request=Input, responses={201: LeagueSerializer})
    def post(self, request: Request, league: str) -> Response:
        found = get_object_or_404(League, slug=league)
        event = get_object_or_404(Event, slug=request.data.get("event", "") if isinstance(request.data, dict) else "")
        by = event_adder(found, event, request.user)
        validated_data(request, self.Input)

        def add() -> League:
            add_event(found, event, by=by)
            return found

        return respond_once(request, add, LeagueSerializer, status=201)


class LeagueEventApi(APIView):
    """Remove an event from a league. Permitted for the owner of the league and the organizers of the event."""

    @extend_schema(operation_id="remove_league_event", responses={204: None})
    def delete(self, request: Request, league: str, slug: str) -> Response:
        found, event = get_object_or_404(League, slug=league), get_object_or_404(Event, slug=slug)
        by = event_remover(found, event, request.user)

        def remove() -> tuple[int, None]:
            remove_event(found, event, by=by)
            return 204, None

        return idempotent_response(request, remove)


def _settings(request: Request) -> LeagueSettings:
    data = validated_data(request, LeagueInput)
    rule = PointsRule(data["match_points"], tuple(data["rank_points"]), data["attendance"], data["best"])
    return LeagueSettings(data["name"], rule, data["game"], data["visibility"], data["ratings"])


def _row_json(row: LeagueRow) -> dict[str, Any]:
    standing = row.standing
    scores = [
        {
            "event": each.event.slug,
            **{name: getattr(score, name) for name in ("rank", "rank_points", "match_points", "attendance")},
            "points": score.points,
            "counts": score.counts,
        }
        for each, score in row.played
    ]
    found = {name: getattr(standing, name) for name in ("rank", "points", "wins", "best")}
    rating = RatingSerializer(row.rating).data if row.rating else None
    return found | {"player": row.name, "events": scores, "rating": rating}
