"""Matches: read, report, confirm, enter results, extend; and judge calls."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, prefetch_related_objects
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from drafting.selectors.access import acting_seat_of
from gameplay.api.permissions import IsAuthenticatedOrReadOnly
from gameplay.api.requests import account_of, validated_data
from tournaments.api.permissions import event_and_actor
from tournaments.api.responses import respond_once
from tournaments.api.serializers import CallSerializer, MatchResultSerializer, MatchSerializer, MatchWithGamesSerializer
from tournaments.models import Call, Match, MatchGame
from tournaments.selectors.matches import side_of_account, visible_match
from tournaments.selectors.pairings import PairedMatch, paired_match
from tournaments.selectors.results import read_result
from tournaments.selectors.roles import Actor, actor_for
from tournaments.services import call as calls
from tournaments.services import match as matches
from tournaments.services.online_match import note_ready


class MatchApi(APIView):
    """A match of a published round, with its online games."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="match", responses=MatchWithGamesSerializer)
    def get(self, request: Request, match_id: UUID) -> Response:
        match = visible_match(match_id, request.user)
        prefetch_related_objects([match], Prefetch("games", MatchGame.objects.select_related("game")))
        return Response(MatchWithGamesSerializer(paired_match(match)).data)


class ReportsApi(APIView):
    """Report the result of the caller's match."""

    class Input(MatchResultSerializer):
        version = serializers.IntegerField(
            min_value=0, help_text="The number of the newest report that the caller has seen."
        )

        class Meta:
            ref_name = "Report"

    @extend_schema(operation_id="report", request=Input, responses={201: MatchSerializer})
    def post(self, request: Request, match_id: UUID) -> Response:
        match = _own(request, match_id)
        data = validated_data(request, self.Input)
        result = read_result({"games": data.get("games", []), "agreed": data["agreed"]})
        by = account_of(request)
        return _respond_with_match(
            request, match, lambda: matches.add_report(match, result, by=by, last_seen_number=data["version"])
        )


class ReportConfirmationApi(APIView):
    """Confirm the opponent's report."""

    class Input(serializers.Serializer[Any]):
        version = serializers.IntegerField(min_value=0, help_text="The number of the report to confirm.")

        class Meta:
            ref_name = "Confirmation"

    @extend_schema(operation_id="confirm", request=Input, responses={201: MatchSerializer})
    def post(self, request: Request, match_id: UUID) -> Response:
        match, version = _own(request, match_id), validated_data(request, self.Input)["version"]
        return _respond_with_match(
            request, match, lambda: matches.confirm_report(match, by=account_of(request), last_seen_number=version)
        )


class NextGameApi(APIView):
    """The caller is ready for the next game of a match in which decks may be changed between games.

    It begins when both players are ready, or three minutes after the last game.
    """

    @extend_schema(operation_id="begin_next_game", request=None, responses={201: MatchSerializer})
    def post(self, request: Request, match_id: UUID) -> Response:
        match, by = _own(request, match_id), account_of(request)

        def begin() -> Match:
            note_ready(match, by=by)
            return match

        return _respond_with_match(request, match, begin)


class ResultApi(APIView):
    """Enter the final result, as an official."""

    class Input(ReportsApi.Input):
        reason = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)

        double_loss = serializers.BooleanField(
            required=False, default=False, help_text="Both players lose; a reason is required."
        )

        class Meta:
            ref_name = "StaffResult"

    @extend_schema(operation_id="enter_result", request=Input, responses={201: MatchSerializer})
    def post(self, request: Request, match_id: UUID) -> Response:
        match, by = _run(request, match_id, "enter_results")
        data = validated_data(request, self.Input)
        result = read_result({"games": [], **data})
        version, reason = data["version"], data["reason"]
        return _respond_with_match(
            request, match, lambda: matches.enter_result(match, result, by=by, last_seen_number=version, reason=reason)
        )


class MatchExtensionApi(APIView):
    """Extend the time of a match."""

    class Input(serializers.Serializer[Any]):
        minutes = serializers.IntegerField(min_value=1, max_value=99)
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "Extension"

    @extend_schema(operation_id="extend", request=Input, responses=MatchSerializer)
    def post(self, request: Request, match_id: UUID) -> Response:
        match, by = _run(request, match_id, "extend")
        data = validated_data(request, self.Input)
        minutes, reason = data["minutes"], data["reason"]
        return respond_once(
            request, lambda: paired_match(matches.extend_match(match, minutes, reason=reason, by=by)), MatchSerializer
        )


class MatchCallsApi(APIView):
    """Call a judge to the table of the caller's match."""

    class Input(serializers.Serializer[Any]):
        category = serializers.ChoiceField(Call.Category.choices)
        text = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)

        class Meta:
            ref_name = "NewCall"

    @extend_schema(operation_id="call_judge", request=Input, responses={201: CallSerializer})
    def post(self, request: Request, match_id: UUID) -> Response:
        match, by = _own(request, match_id), Actor(account_of(request), "player")
        data = validated_data(request, self.Input)
        return respond_once(
            request, lambda: calls.call_judge_to_table(match, by=by, **data), CallSerializer, status=201
        )


class SeatCallsApi(APIView):
    """Call a judge to the caller's seat at a pod, for example because of a wrong number of cards in a pack."""

    class Input(serializers.Serializer[Any]):
        category = serializers.ChoiceField([(each.value, each.label) for each in Call.POD_CATEGORIES])

        class Meta:
            ref_name = "NewSeatCall"

    @extend_schema(operation_id="call_judge_to_seat", request=Input, responses={201: CallSerializer})
    def post(self, request: Request, pod_id: UUID) -> Response:
        seat, by = acting_seat_of(request.user, pod_id), Actor(account_of(request), "player")
        category = validated_data(request, self.Input)["category"]
        return respond_once(
            request, lambda: calls.call_judge_to_seat(seat, by=by, category=category), CallSerializer, status=201
        )


class CallsApi(APIView):
    """The open judge calls, the oldest first."""

    @extend_schema(operation_id="calls", responses=CallSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = event_and_actor(request, slug, "judge")
        found = event.calls.filter(resolved_at=None).select_related("match", "seat", "author", "claimed_by")
        return Response(CallSerializer(found, many=True).data)


class ClaimCallApi(APIView):
    """Claim a call."""

    @extend_schema(operation_id="claim", request=None, responses=CallSerializer)
    def post(self, request: Request, slug: str, call_id: int) -> Response:
        event, by = event_and_actor(request, slug, "judge")
        call = get_object_or_404(event.calls, pk=call_id)
        return respond_once(request, lambda: calls.claim_call(call, by=by), CallSerializer)


class EscalateCallApi(APIView):
    """Pass a call on to the head judge."""

    @extend_schema(operation_id="escalate", request=None, responses=CallSerializer)
    def post(self, request: Request, slug: str, call_id: int) -> Response:
        event, by = event_and_actor(request, slug, "judge")
        call = get_object_or_404(event.calls, pk=call_id)
        return respond_once(request, lambda: calls.escalate_call(call, by=by), CallSerializer)


class ResolveCallApi(APIView):
    """Resolve a call, with an optional time extension of the match."""

    class Input(serializers.Serializer[Any]):
        minutes = serializers.IntegerField(min_value=0, max_value=60, required=False, default=0)
        ruling = serializers.CharField(
            max_length=500,
            required=False,
            default="",
            allow_blank=True,
            help_text="For the player who called; required for an appeal.",
        )

        class Meta:
            ref_name = "ResolvedCall"

    @extend_schema(operation_id="resolve", request=Input, responses=CallSerializer)
    def post(self, request: Request, slug: str, call_id: int) -> Response:
        event, by = event_and_actor(request, slug, "judge")
        call, data = get_object_or_404(event.calls, pk=call_id), validated_data(request, self.Input)
        return respond_once(request, lambda: calls.resolve_call(call, by=by, **data), CallSerializer)


def _own(request: Request, match_id: UUID) -> Match:
    match = visible_match(match_id, request.user)
    if side_of_account(match, account_of(request)) is None:
        raise Http404
    return match


def _run(request: Request, match_id: UUID, operation: str) -> tuple[Match, Actor]:
    match = get_object_or_404(Match.objects.select_related("round__event", "a", "b"), pk=match_id)
    return match, actor_for(operation, match.round.event, request.user)


def _respond_with_match(request: Request, match: Match, operation: Callable[[], Any]) -> Response:
    def run() -> PairedMatch:
        operation()
        return paired_match(match)

    return respond_once(request, run, MatchSerializer, status=201)
