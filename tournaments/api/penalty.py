"""Penalties, as a program gives, approves, refuses and withdraws them; for judges alone."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import answer_once
from tournaments.api.doors import account_of, act, read, run_event, seen_event
from tournaments.api.shapes import WhyShape
from tournaments.models import Event, Penalty
from tournaments.rules.infractions import Category, Level
from tournaments.selectors.penalties import of_event, told_to
from tournaments.services import infractions
from tournaments.services import penalty as penalties

LEVELS = [level.value for level in Level]
CATEGORIES = [category.value for category in Category]


class InfractionShape(serializers.Serializer[Any]):
    code = serializers.CharField()
    category = serializers.ChoiceField(CATEGORIES)
    words = serializers.CharField()
    usual = serializers.ChoiceField(LEVELS)
    clause = serializers.CharField()
    used = serializers.BooleanField(help_text="Whether the judges of this event give it.")

    class Meta:
        ref_name = "Infraction"


class PenaltyShape(serializers.Serializer[Penalty]):
    """A penalty; ``state`` is requested, given, refused or withdrawn."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(source="entry.number", help_text="Of the player's entry.")
    infraction = serializers.CharField()
    level = serializers.ChoiceField(LEVELS)
    reason = serializers.CharField()
    state = serializers.CharField()
    match = serializers.UUIDField(source="match_id", allow_null=True)
    counts_in = serializers.UUIDField(
        source="counts_in_id", allow_null=True, help_text="The match that it costs a game, or all of it."
    )
    author = serializers.CharField(source="author.handle")
    decided_by = serializers.CharField(source="decided_by.handle", default=None, allow_null=True)
    at = serializers.DateTimeField()

    class Meta:
        ref_name = "Penalty"


class OwnPenaltyShape(serializers.Serializer[Penalty]):
    """A penalty as its player is told of it; ``state`` is given or withdrawn."""

    infraction = serializers.CharField()
    level = serializers.ChoiceField(LEVELS)
    clause = serializers.CharField(help_text="The rule that was broken; empty if none says so.")
    reason = serializers.CharField()
    state = serializers.CharField()
    match = serializers.UUIDField(source="match_id", allow_null=True)
    counts_in = serializers.UUIDField(source="counts_in_id", allow_null=True)
    at = serializers.DateTimeField()

    class Meta:
        ref_name = "OwnPenalty"


class InfractionsApi(APIView):
    """The catalogue of infractions, and what the officials of the event want in it."""

    class Usual(serializers.Serializer[Any]):
        usual = serializers.DictField(
            child=serializers.ChoiceField([*LEVELS, ""]), help_text='By code; "" leaves an infraction out.'
        )

        class Meta:
            ref_name = "UsualPenalties"

    class Own(serializers.Serializer[Any]):
        category = serializers.ChoiceField(CATEGORIES)
        words = serializers.CharField(max_length=infractions.MOST_LETTERS)
        usual = serializers.ChoiceField(LEVELS)

        class Meta:
            ref_name = "OwnInfraction"

    @extend_schema(operation_id="infractions", responses=InfractionShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = run_event(request, slug, "judge")
        return Response(_catalogue(event))

    @extend_schema(operation_id="set_usual_penalties", request=Usual, responses=InfractionShape(many=True))
    def put(self, request: Request, slug: str) -> Response:
        event, by = run_event(request, slug, "run")
        usual = {code: Level(level) if level else None for code, level in read(request, self.Usual)["usual"].items()}
        return answer_once(request, lambda: (200, _catalogue(infractions.set_usual(event, usual, by=by))))

    @extend_schema(operation_id="add_infraction", request=Own, responses={201: InfractionShape(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        event, by = run_event(request, slug, "run")
        asked = read(request, self.Own)
        category, usual = Category(asked["category"]), Level(asked["usual"])
        return answer_once(
            request,
            lambda: (201, _catalogue(infractions.add_infraction(event, category, asked["words"], usual, by=by))),
        )


def _catalogue(event: Event) -> Any:
    return InfractionShape(list(event.catalogue.values()), many=True).data


class PenaltiesApi(APIView):
    """Every penalty of the event, and giving one."""

    class Input(serializers.Serializer[Any]):
        number = serializers.IntegerField(min_value=1, help_text="Of the player's entry.")
        infraction = serializers.CharField(max_length=32)
        level = serializers.ChoiceField(LEVELS, required=False, help_text="Else the usual one.")
        reason = serializers.CharField(max_length=500)

        class Meta:
            ref_name = "NewPenalty"

    @extend_schema(operation_id="penalties", responses=PenaltyShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = run_event(request, slug, "judge")
        return Response([PenaltyShape(penalty).data for penalty in of_event(event)])

    @extend_schema(operation_id="give_penalty", request=Input, responses={201: PenaltyShape})
    def post(self, request: Request, slug: str) -> Response:
        event, by = run_event(request, slug, "judge")
        asked = read(request, self.Input)
        entry = get_object_or_404(event.entries.select_related("event"), number=asked["number"])
        level = Level(asked["level"]) if "level" in asked else None
        said = {"level": level, "reason": asked["reason"], "by": by}
        return act(request, lambda: penalties.give(entry, asked["infraction"], **said), PenaltyShape, status=201)


class OwnPenaltiesApi(APIView):
    """What judges gave the caller in the event, the newest first."""

    @extend_schema(operation_id="own_penalties", responses=OwnPenaltyShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = seen_event(request, slug)
        entry = get_object_or_404(event.entries, account=account_of(request))
        return Response([OwnPenaltyShape(penalty).data for penalty in told_to(entry)])


class ApprovalApi(APIView):
    """Letting a penalty count that was asked for."""

    @extend_schema(operation_id="approve_penalty", request=None, responses=PenaltyShape)
    def post(self, request: Request, slug: str, penalty_id: int) -> Response:
        event, by = run_event(request, slug, "judge")
        penalty = get_object_or_404(of_event(event), pk=penalty_id)
        return act(request, lambda: penalties.approve(penalty, by=by), PenaltyShape)


class RefusalApi(APIView):
    """Not giving a penalty that was asked for."""

    @extend_schema(operation_id="refuse_penalty", request=WhyShape, responses=PenaltyShape)
    def post(self, request: Request, slug: str, penalty_id: int) -> Response:
        event, by = run_event(request, slug, "judge")
        penalty, why = get_object_or_404(of_event(event), pk=penalty_id), read(request, WhyShape)
        return act(request, lambda: penalties.refuse_request(penalty, by=by, **why), PenaltyShape)


class WithdrawalApi(APIView):
    """Taking a penalty back."""

    @extend_schema(operation_id="withdraw_penalty", request=WhyShape, responses=PenaltyShape)
    def post(self, request: Request, slug: str, penalty_id: int) -> Response:
        event, by = run_event(request, slug, "judge")
        penalty, why = get_object_or_404(of_event(event), pk=penalty_id), read(request, WhyShape)
        return act(request, lambda: penalties.withdraw(penalty, by=by, **why), PenaltyShape)
