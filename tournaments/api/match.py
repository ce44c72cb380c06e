"""Matches: looked at, reported, confirmed, entered, extended; and judges called to them."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from drafting.selectors.access import seat_of
from tournaments.api.doors import LookOrSignIn, account_of, act, read, run_event
from tournaments.api.shapes import CallShape, MatchShape, ResultShape
from tournaments.models import Call, Match
from tournaments.selectors.matches import published_match, side_of
from tournaments.selectors.pairings import Pairing, pairing_of
from tournaments.selectors.results import read_result
from tournaments.selectors.roles import Actor, actor_for
from tournaments.services import call as calls
from tournaments.services import match as matches


class MatchApi(APIView):
    """One match of a published round."""

    permission_classes = [LookOrSignIn]

    @extend_schema(operation_id="match", responses=MatchShape)
    def get(self, request: Request, match_id: UUID) -> Response:
        return Response(MatchShape(pairing_of(published_match(match_id, request.user))).data)


class ReportsApi(APIView):
    """What one of the players says the match ended with."""

    class Input(ResultShape):
        version = serializers.IntegerField(min_value=0, help_text="Of the newest report the player knows.")

        class Meta:
            ref_name = "Report"

    @extend_schema(operation_id="report", request=Input, responses={201: MatchShape})
    def post(self, request: Request, match_id: UUID) -> Response:
        match = _own(request, match_id)
        data = read(request, self.Input)
        result = read_result({"games": data.get("games", []), "agreed": data["agreed"]})
        by = account_of(request)
        return _say(request, match, lambda: matches.report(match, result, by=by, seen=data["version"]))


class ConfirmationApi(APIView):
    """The other player agrees."""

    class Input(serializers.Serializer[Any]):
        version = serializers.IntegerField(min_value=0, help_text="Of the report that is agreed with.")

        class Meta:
            ref_name = "Confirmation"

    @extend_schema(operation_id="confirm", request=Input, responses={201: MatchShape})
    def post(self, request: Request, match_id: UUID) -> Response:
        match, seen = _own(request, match_id), read(request, self.Input)["version"]
        return _say(request, match, lambda: matches.confirm(match, by=account_of(request), seen=seen))


class ResultApi(APIView):
    """An official enters what counts."""

    class Input(ReportsApi.Input):
        reason = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)

        double_loss = serializers.BooleanField(required=False, default=False, help_text="Both lose; needs a reason.")

        class Meta:
            ref_name = "StaffResult"

    @extend_schema(operation_id="enter_result", request=Input, responses={201: MatchShape})
    def post(self, request: Request, match_id: UUID) -> Response:
        match, by = _run(request, match_id, "enter_results")
        data = read(request, self.Input)
        result = read_result({"games": [], **data})
        seen, reason = data["version"], data["reason"]
        return _say(request, match, lambda: matches.enter_result(match, result, by=by, seen=seen, reason=reason))


class ExtensionApi(APIView):
    """More time for a table."""

    class Input(serializers.Serializer[Any]):
        minutes = serializers.IntegerField(min_value=1, max_value=99)
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "Extension"

    @extend_schema(operation_id="extend", request=Input, responses=MatchShape)
    def post(self, request: Request, match_id: UUID) -> Response:
        match, by = _run(request, match_id, "extend")
        data = read(request, self.Input)
        minutes, reason = data["minutes"], data["reason"]
        return act(request, lambda: pairing_of(matches.extend(match, minutes, reason=reason, by=by)), MatchShape)


class MatchCallsApi(APIView):
    """A player calls a judge to the table."""

    class Input(serializers.Serializer[Any]):
        category = serializers.ChoiceField(Call.Category.choices)
        text = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)

        class Meta:
            ref_name = "NewCall"

    @extend_schema(operation_id="call_judge", request=Input, responses={201: CallShape})
    def post(self, request: Request, match_id: UUID) -> Response:
        match, by = _own(request, match_id), Actor(account_of(request), "player")
        data = read(request, self.Input)
        return act(request, lambda: calls.call_to_table(match, by=by, **data), CallShape, status=201)


class SeatCallsApi(APIView):
    """Calling a judge to the caller's own seat at a pod, as for a pack with the wrong number of cards."""

    class Input(serializers.Serializer[Any]):
        category = serializers.ChoiceField([(each.value, each.label) for each in Call.AT_PODS])

        class Meta:
            ref_name = "NewSeatCall"

    @extend_schema(operation_id="call_judge_to_seat", request=Input, responses={201: CallShape})
    def post(self, request: Request, pod_id: UUID) -> Response:
        seat, by = seat_of(request.user, pod_id), Actor(account_of(request), "player")
        category = read(request, self.Input)["category"]
        return act(request, lambda: calls.call_to_seat(seat, by=by, category=category), CallShape, status=201)


class CallsApi(APIView):
    """Open calls for a judge, the oldest first."""

    @extend_schema(operation_id="calls", responses=CallShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = run_event(request, slug, "judge")
        found = event.calls.filter(resolved_at=None).select_related("match", "seat", "author", "claimed_by")
        return Response(CallShape(found, many=True).data)


class ClaimApi(APIView):
    """A judge takes a call."""

    @extend_schema(operation_id="claim", request=None, responses=CallShape)
    def post(self, request: Request, slug: str, call_id: int) -> Response:
        event, by = run_event(request, slug, "judge")
        call = get_object_or_404(event.calls, pk=call_id)
        return act(request, lambda: calls.claim(call, by=by), CallShape)


class EscalateApi(APIView):
    """A judge passes a call on to the head judge."""

    @extend_schema(operation_id="escalate", request=None, responses=CallShape)
    def post(self, request: Request, slug: str, call_id: int) -> Response:
        event, by = run_event(request, slug, "judge")
        call = get_object_or_404(event.calls, pk=call_id)
        return act(request, lambda: calls.escalate(call, by=by), CallShape)


class ResolveApi(APIView):
    """A judge is done with a call; its table may get more minutes."""

    class Input(serializers.Serializer[Any]):
        minutes = serializers.IntegerField(min_value=0, max_value=60, required=False, default=0)
        ruling = serializers.CharField(
            max_length=500,
            required=False,
            default="",
            allow_blank=True,
            help_text="For who called; an appeal needs it.",
        )

        class Meta:
            ref_name = "ResolvedCall"

    @extend_schema(operation_id="resolve", request=Input, responses=CallShape)
    def post(self, request: Request, slug: str, call_id: int) -> Response:
        event, by = run_event(request, slug, "judge")
        call, data = get_object_or_404(event.calls, pk=call_id), read(request, self.Input)
        return act(request, lambda: calls.resolve(call, by=by, **data), CallShape)


def _own(request: Request, match_id: UUID) -> Match:
    match = published_match(match_id, request.user)
    if side_of(match, account_of(request)) is None:
        raise Http404
    return match


def _run(request: Request, match_id: UUID, operation: str) -> tuple[Match, Actor]:
    match = get_object_or_404(Match.objects.select_related("round__event", "a", "b"), pk=match_id)
    return match, actor_for(operation, match.round.event, request.user)


def _say(request: Request, match: Match, do: Callable[[], Any]) -> Response:
    def say() -> Pairing:
        do()
        return pairing_of(match)

    return act(request, say, MatchShape, status=201)
