"""Rounds: propose, change, publish and pair again."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.permissions import IsAuthenticatedOrReadOnly
from gameplay.api.requests import validated_data
from tournaments.api.permissions import event_and_actor, visible_event
from tournaments.api.responses import respond_once
from tournaments.api.serializers import EventReasonInput, PublishedRoundSerializer, RoundSerializer
from tournaments.rules.reasons import DecisionReason
from tournaments.selectors.meeting_reasons import ManualChanges, manual_changes, visible_round, why_two_do_not_meet
from tournaments.selectors.pairings import PairedMatch, paired_round, published_rounds
from tournaments.services import repair
from tournaments.services import round as rounds


class RoundsApi(APIView):
    """The published rounds, the newest first; propose the next round, for officials to review."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="rounds", responses=PublishedRoundSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(PublishedRoundSerializer(published_rounds(visible_event(request, slug)), many=True).data)

    @extend_schema(operation_id="pair_round", request=None, responses={201: RoundSerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        return respond_once(request, lambda: rounds.propose_round(event, by=by), RoundSerializer, status=201)


class DecisionReasonSerializer(serializers.Serializer[DecisionReason]):
    """A reason for a decision: a code and a sentence."""

    code = serializers.CharField()
    sentence = serializers.SerializerMethodField()

    class Meta:
        ref_name = "DecisionReason"

    def get_sentence(self, reason: DecisionReason) -> str:
        return gettext(reason.sentence).format(**reason.details)


class MeetingSerializer(serializers.Serializer[PairedMatch]):
    """The players at a table, and the reason of the pairing; ``by_hand`` if an official has changed it."""

    table = serializers.IntegerField(source="match.table", allow_null=True)
    board = serializers.IntegerField(source="match.board")
    a = serializers.IntegerField(source="match.a.number")
    b = serializers.IntegerField(source="match.b.number", default=None, allow_null=True)
    by_hand = serializers.BooleanField()
    why = DecisionReasonSerializer(allow_null=True)

    class Meta:
        ref_name = "Meeting"


class ManualChangesSerializer(serializers.Serializer[ManualChanges]):
    """The effect of manual changes: the changed tables, and the sum of squared score gaps with its computed minimum."""

    tables = serializers.IntegerField()
    cost = serializers.IntegerField()
    least = serializers.IntegerField()

    class Meta:
        ref_name = "ByHand"


class PairingReasonsApi(APIView):
    """The reasons for a round's pairing, table by table; and why two players or teams, by number, are not paired."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    class Query(serializers.Serializer[Any]):
        first = serializers.IntegerField(required=False, min_value=1)
        second = serializers.IntegerField(required=False, min_value=1)

    class Output(serializers.Serializer[Any]):
        meetings = MeetingSerializer(many=True)
        by_hand = ManualChangesSerializer(allow_null=True)
        answer = DecisionReasonSerializer(allow_null=True)

        class Meta:
            ref_name = "Why"

    @extend_schema(operation_id="why", parameters=[Query], responses=Output)
    def get(self, request: Request, slug: str, number: int) -> Response:
        found, query = (
            visible_round(visible_event(request, slug), number, request.user),
            self.Query(data=request.query_params),
        )
        query.is_valid(raise_exception=True)
        players = [str(query.validated_data.get(field, "")) for field in ("first", "second")]
        answer = why_two_do_not_meet(found, *players) if any(players) else None
        reasons = {"meetings": paired_round(found).pairings, "by_hand": manual_changes(found), "answer": answer}
        return Response(self.Output(reasons).data)


class ProposalSerializer(serializers.Serializer[Any]):
    """The expected proposal; if the current one differs, the response is 409 ``proposal_changed``.

    Without it, the request applies to the current proposal.
    """

    proposal = serializers.CharField(
        required=False, max_length=64, help_text="The checksum of the proposal, from the round or the next step."
    )

    class Meta:
        ref_name = "NamedProposal"


class PublishRoundApi(APIView):
    """Publish a proposed round and start its clock.

    The proposal must still be valid: paired from the current results and players, with at least one match.
    """

    # Forms are accepted, even empty ones: older clients send whatever their library posts without data.
    parser_classes = [*APIView.parser_classes, FormParser, MultiPartParser]

    @extend_schema(operation_id="publish_round", request=ProposalSerializer, responses={201: RoundSerializer})
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, ProposalSerializer)
        return respond_once(
            request, lambda: rounds.publish_round(event, number, by=by, **data), RoundSerializer, status=201
        )


class KeepPairingsApi(APIView):
    """Keep the pairing of the current round although an earlier result was corrected."""

    @extend_schema(operation_id="keep_pairings", request=EventReasonInput, responses=RoundSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "run")
        reason = validated_data(request, EventReasonInput)["reason"]
        return respond_once(request, lambda: repair.keep_pairings(event, number, reason=reason, by=by), RoundSerializer)


class PairAgainApi(APIView):
    """Cancel the current round with all its reports, and propose it again."""

    @extend_schema(operation_id="pair_again", request=EventReasonInput, responses={201: RoundSerializer})
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = {"typed": str(number), "reason": validated_data(request, EventReasonInput)["reason"]}
        return respond_once(
            request, lambda: repair.pair_round_again(event, number, by=by, **data), RoundSerializer, status=201
        )


class PlayerSwapApi(APIView):
    """Swap two players of a proposed round."""

    class Input(ProposalSerializer):
        first = serializers.IntegerField(min_value=1)
        second = serializers.IntegerField(min_value=1)
        reason = serializers.CharField(max_length=200)
        anyway = serializers.BooleanField(
            default=False, help_text="Swap even if this makes a rematch, a second bye or an excluded pair."
        )

        class Meta:
            ref_name = "PlayerSwap"

    @extend_schema(operation_id="swap_players", request=Input, responses=RoundSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        players = data.pop("first"), data.pop("second")
        return respond_once(
            request, lambda: rounds.swap_players(event, number, players, by=by, **data), RoundSerializer
        )


class AlternativeApi(APIView):
    """Choose one of the offered pairings if all of them break a rule."""

    class Input(ProposalSerializer):
        alternative = serializers.IntegerField(
            min_value=0, help_text="The index of the alternative in the proposal, from 0."
        )
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "Alternative"

    @extend_schema(operation_id="choose_alternative", request=Input, responses=RoundSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        index = data.pop("alternative")
        return respond_once(
            request, lambda: rounds.choose_alternative(event, number, index, by=by, **data), RoundSerializer
        )
