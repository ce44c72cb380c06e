"""Rounds: proposed, changed by hand, published."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.permissions import (
    IsAuthenticatedOrReadOnly,
    event_and_actor,
    respond_once,
    validated_data,
    visible_event,
)
from tournaments.api.serializers import PublishedRoundSerializer, ReasonInput, RoundSerializer
from tournaments.rules.reasons import DecisionReason
from tournaments.selectors.meeting_reasons import ManualChanges, manual_changes, visible_round, why_two_do_not_meet
from tournaments.selectors.pairings import PairedMatch, paired_round, published_rounds
from tournaments.services import repair
from tournaments.services import round as rounds


class RoundsApi(APIView):
    """The published rounds, the newest first; and the next one, for officials to look over."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="rounds", responses=PublishedRoundSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(PublishedRoundSerializer(published_rounds(visible_event(request, slug)), many=True).data)

    @extend_schema(operation_id="pair_round", request=None, responses={201: RoundSerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        return respond_once(request, lambda: rounds.propose_round(event, by=by), RoundSerializer, status=201)


class DecisionReasonSerializer(serializers.Serializer[DecisionReason]):
    """Why something is so: a code, and the sentence that says it."""

    code = serializers.CharField()
    sentence = serializers.SerializerMethodField()

    class Meta:
        ref_name = "Reason"

    def get_sentence(self, reason: DecisionReason) -> str:
        return gettext(reason.sentence).format(**reason.details)


class MeetingSerializer(serializers.Serializer[PairedMatch]):
    """Who meets at a table, and why; ``by_hand`` if an official has changed it."""

    table = serializers.IntegerField(source="match.table", allow_null=True)
    board = serializers.IntegerField(source="match.board")
    a = serializers.IntegerField(source="match.a.number")
    b = serializers.IntegerField(source="match.b.number", default=None, allow_null=True)
    by_hand = serializers.BooleanField()
    why = DecisionReasonSerializer(allow_null=True)

    class Meta:
        ref_name = "Meeting"


class ManualChangesSerializer(serializers.Serializer[ManualChanges]):
    """What changes by hand came to: tables, and the sum of squared gaps beside that of the computed pairing."""

    tables = serializers.IntegerField()
    cost = serializers.IntegerField()
    least = serializers.IntegerField()

    class Meta:
        ref_name = "ByHand"


class PairingReasonsApi(APIView):
    """Why a round is paired as it is, table by table; and, of two players or teams by their numbers, why they do not meet."""

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
        asked = [str(query.validated_data.get(field, "")) for field in ("first", "second")]
        answer = why_two_do_not_meet(found, *asked) if any(asked) else None
        told = {"meetings": paired_round(found).pairings, "by_hand": manual_changes(found), "answer": answer}
        return Response(self.Output(told).data)


class ProposalSerializer(serializers.Serializer[Any]):
    """The proposal that is meant. If another one is proposed by then, it answers 409 ``proposal_changed``.

    Without it the present proposal is meant, whatever it is by then.
    """

    proposal = serializers.CharField(
        required=False, max_length=64, help_text="Its checksum, as the round and the next step have it."
    )

    class Meta:
        ref_name = "NamedProposal"


class PublishRoundApi(APIView):
    """A proposed round is published, and its clock starts.

    The proposal must still be valid: paired from the results and the players there are now, and with a match to play.
    """

    # A form as well, even an empty one: earlier programs post whatever their library sends with no data at all.
    parser_classes = [*APIView.parser_classes, FormParser, MultiPartParser]

    @extend_schema(operation_id="publish_round", request=ProposalSerializer, responses={201: RoundSerializer})
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "run")
        named = validated_data(request, ProposalSerializer)
        return respond_once(
            request, lambda: rounds.publish_round(event, number, by=by, **named), RoundSerializer, status=201
        )


class KeepPairingsApi(APIView):
    """The round that is played stays as it was paired, although a result before it was corrected."""

    @extend_schema(operation_id="keep_pairings", request=ReasonInput, responses=RoundSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "run")
        reason = validated_data(request, ReasonInput)["reason"]
        return respond_once(request, lambda: repair.keep_pairings(event, number, reason=reason, by=by), RoundSerializer)


class PairAgainApi(APIView):
    """The round that is played is put aside, with all that was said in it, and proposed anew."""

    @extend_schema(operation_id="pair_again", request=ReasonInput, responses={201: RoundSerializer})
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "run")
        given = {"typed": str(number), "reason": validated_data(request, ReasonInput)["reason"]}
        return respond_once(
            request, lambda: repair.pair_round_again(event, number, by=by, **given), RoundSerializer, status=201
        )


class PlayerSwapApi(APIView):
    """Two players of a proposed round change places."""

    class Input(ProposalSerializer):
        first = serializers.IntegerField(min_value=1)
        second = serializers.IntegerField(min_value=1)
        reason = serializers.CharField(max_length=200)

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
    """One of the pairings that break a rule is chosen, where all do."""

    class Input(ProposalSerializer):
        alternative = serializers.IntegerField(min_value=0, help_text="Its place in the proposal, from 0.")
        reason = serializers.CharField(max_length=200)

        class Meta:
            ref_name = "Alternative"

    @extend_schema(operation_id="choose_alternative", request=Input, responses=RoundSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        place = data.pop("alternative")
        return respond_once(
            request, lambda: rounds.choose_alternative(event, number, place, by=by, **data), RoundSerializer
        )
