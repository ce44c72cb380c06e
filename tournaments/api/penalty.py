"""Penalties and infractions: judges give, approve, refuse and withdraw penalties; players read their own."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import idempotent_response
from gameplay.api.requests import account_of, validated_data
from tournaments.api.permissions import event_and_actor, visible_event
from tournaments.api.responses import respond_once
from tournaments.api.serializers import EventReasonInput
from tournaments.models import Event, Penalty
from tournaments.rules.infractions import InfractionCategory, PenaltyLevel
from tournaments.selectors.penalties import event_penalties, penalties_shown_to
from tournaments.services import infractions
from tournaments.services import penalty as penalties

LEVELS = [level.value for level in PenaltyLevel]
CATEGORIES = [category.value for category in InfractionCategory]


class InfractionSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    category = serializers.ChoiceField(CATEGORIES)
    words = serializers.CharField()
    usual = serializers.ChoiceField(LEVELS)
    clause = serializers.CharField()
    used = serializers.BooleanField(help_text="Whether it is in use in this event.")

    class Meta:
        ref_name = "Infraction"


class PenaltySerializer(serializers.Serializer[Penalty]):
    """A penalty; ``state`` is requested, given, refused or withdrawn."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(source="entry.number", help_text="The number of the player.")
    infraction = serializers.CharField()
    level = serializers.ChoiceField(LEVELS)
    reason = serializers.CharField()
    state = serializers.CharField()
    match = serializers.UUIDField(source="match_id", allow_null=True)
    counts_in = serializers.UUIDField(
        source="counting_match.pk",
        allow_null=True,
        help_text="The match in which it counts as a game loss or match loss.",
    )
    author = serializers.CharField(source="author.handle")
    decided_by = serializers.CharField(source="decided_by.handle", default=None, allow_null=True)
    at = serializers.DateTimeField()

    class Meta:
        ref_name = "Penalty"


class OwnPenaltySerializer(serializers.Serializer[Penalty]):
    """A penalty as its player sees it; ``state`` is given or withdrawn."""

    infraction = serializers.CharField()
    level = serializers.ChoiceField(LEVELS)
    clause = serializers.CharField(help_text="The rule that was broken; empty if there is none.")
    reason = serializers.CharField()
    state = serializers.CharField()
    match = serializers.UUIDField(source="match_id", allow_null=True)
    counts_in = serializers.UUIDField(source="counting_match.pk", allow_null=True)
    at = serializers.DateTimeField()

    class Meta:
        ref_name = "OwnPenalty"


class InfractionsApi(APIView):
    """The event's catalogue of infractions; change usual penalties or add an infraction."""

    class UsualInput(serializers.Serializer[Any]):
        usual = serializers.DictField(
            child=serializers.ChoiceField([*LEVELS, ""]), help_text='By code; "" removes an infraction from use.'
        )

        class Meta:
            ref_name = "UsualPenalties"

    class OwnInput(serializers.Serializer[Any]):
        category = serializers.ChoiceField(CATEGORIES)
        words = serializers.CharField(max_length=infractions.MAX_WORDS_LENGTH)
        usual = serializers.ChoiceField(LEVELS)

        class Meta:
            ref_name = "OwnInfraction"

    @extend_schema(operation_id="infractions", responses=InfractionSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = event_and_actor(request, slug, "judge")
        return Response(_catalogue(event))

    @extend_schema(operation_id="set_usual_penalties", request=UsualInput, responses=InfractionSerializer(many=True))
    def put(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        usual = {
            code: PenaltyLevel(level) if level else None
            for code, level in validated_data(request, self.UsualInput)["usual"].items()
        }
        return idempotent_response(
            request, lambda: (200, _catalogue(infractions.set_usual_penalties(event, usual, by=by)))
        )

    @extend_schema(operation_id="add_infraction", request=OwnInput, responses={201: InfractionSerializer(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.OwnInput)
        category, usual = InfractionCategory(data["category"]), PenaltyLevel(data["usual"])
        return idempotent_response(
            request,
            lambda: (201, _catalogue(infractions.add_infraction(event, category, data["words"], usual, by=by))),
        )


def _catalogue(event: Event) -> Any:
    return InfractionSerializer(list(event.catalogue.values()), many=True).data


class PenaltiesApi(APIView):
    """The penalties of the event; give a penalty."""

    class Input(serializers.Serializer[Any]):
        number = serializers.IntegerField(min_value=1, help_text="The number of the player.")
        infraction = serializers.CharField(max_length=32)
        level = serializers.ChoiceField(LEVELS, required=False, help_text="By default the usual penalty.")
        reason = serializers.CharField(max_length=500)

        class Meta:
            ref_name = "NewPenalty"

    @extend_schema(operation_id="penalties", responses=PenaltySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = event_and_actor(request, slug, "judge")
        return Response([PenaltySerializer(penalty).data for penalty in event_penalties(event)])

    @extend_schema(operation_id="give_penalty", request=Input, responses={201: PenaltySerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "judge")
        data = validated_data(request, self.Input)
        entry = get_object_or_404(event.entries.select_related("event"), number=data["number"])
        level = PenaltyLevel(data["level"]) if "level" in data else None
        details = {"level": level, "reason": data["reason"], "by": by}
        return respond_once(
            request, lambda: penalties.give_penalty(entry, data["infraction"], **details), PenaltySerializer, status=201
        )


class OwnPenaltiesApi(APIView):
    """The caller's penalties in the event, the newest first."""

    @extend_schema(operation_id="own_penalties", responses=OwnPenaltySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = visible_event(request, slug)
        entry = get_object_or_404(event.entries, account=account_of(request))
        return Response([OwnPenaltySerializer(penalty).data for penalty in penalties_shown_to(entry)])


class PenaltyApprovalApi(APIView):
    """Approve a requested penalty."""

    @extend_schema(operation_id="approve_penalty", request=None, responses=PenaltySerializer)
    def post(self, request: Request, slug: str, penalty_id: int) -> Response:
        event, by = event_and_actor(request, slug, "judge")
        penalty = get_object_or_404(event_penalties(event), pk=penalty_id)
        return respond_once(request, lambda: penalties.approve_penalty(penalty, by=by), PenaltySerializer)


class PenaltyRefusalApi(APIView):
    """Refuse a requested penalty."""

    @extend_schema(operation_id="refuse_penalty", request=EventReasonInput, responses=PenaltySerializer)
    def post(self, request: Request, slug: str, penalty_id: int) -> Response:
        event, by = event_and_actor(request, slug, "judge")
        penalty = get_object_or_404(event_penalties(event), pk=penalty_id)
        data = validated_data(request, EventReasonInput)
        return respond_once(request, lambda: penalties.refuse_penalty(penalty, by=by, **data), PenaltySerializer)


class PenaltyWithdrawalApi(APIView):
    """Withdraw a penalty."""

    @extend_schema(operation_id="withdraw_penalty", request=EventReasonInput, responses=PenaltySerializer)
    def post(self, request: Request, slug: str, penalty_id: int) -> Response:
        event, by = event_and_actor(request, slug, "judge")
        penalty = get_object_or_404(event_penalties(event), pk=penalty_id)
        data = validated_data(request, EventReasonInput)
        return respond_once(request, lambda: penalties.withdraw_penalty(penalty, by=by, **data), PenaltySerializer)
