"""API to register, check and correct the pools of a paper draft."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from drafting.api.deck import MAX_CARDS, REF
from drafting.api.serializers import PodReasonInput, RegistrationSerializer
from drafting.selectors.pool_registration import (
    RegistrationAccess,
    checking_access,
    correcting_access,
    registration_access,
    registration_view,
    writing_access,
)
from drafting.selectors.seat_view import JsonObject
from drafting.services import pool_registration as pools
from gameplay.api.idempotency import idempotent_response
from gameplay.api.requests import account_of, validated_data

MAX_TEXT_LENGTH = 8000  # maximum characters of a list


def _cards(**more: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.CharField(**REF), max_length=MAX_CARDS, help_text="One ref for each copy.", **more
    )


class PoolRegistrationApi(APIView):
    """The registered pool of a seat, for its player, for officials, and for the neighbour who checks it."""

    class Input(serializers.Serializer[Any]):
        cards = _cards()
        version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)

        class Meta:
            ref_name = "PoolList"

    @extend_schema(operation_id="registration", responses=RegistrationSerializer)
    def get(self, request: Request, pod_id: UUID, number: int) -> Response:
        return Response(registration_view(registration_access(request.user, pod_id, number)))

    @extend_schema(operation_id="save_pool", request=Input, responses=RegistrationSerializer)
    def put(self, request: Request, pod_id: UUID, number: int) -> Response:
        access = writing_access(request.user, pod_id, number)
        data = validated_data(request, self.Input)
        return _act(request, access, lambda: pools.save_pool(access.seat, **data, **_by(request, access)))


class PoolEntriesApi(APIView):
    """Add cards as text: one card per line, by number, title or start of the title, with a count."""

    class Input(serializers.Serializer[Any]):
        text = serializers.CharField(max_length=MAX_TEXT_LENGTH)

        class Meta:
            ref_name = "PoolEntry"

    @extend_schema(operation_id="enter_cards", request=Input, responses=RegistrationSerializer)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        access = writing_access(request.user, pod_id, number)
        text = validated_data(request, self.Input)["text"]
        return _act(request, access, lambda: pools.enter_cards(access.seat, text, **_by(request, access)))


class PoolSubmissionApi(APIView):
    """Submit the complete pool, or take it back until it is checked."""

    class Input(serializers.Serializer[Any]):
        reason = serializers.CharField(max_length=200, required=False, help_text="Required from officials.")

        class Meta:
            ref_name = "PoolTakenBack"

    @extend_schema(operation_id="hand_in_pool", request=None, responses={201: RegistrationSerializer})
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        access = writing_access(request.user, pod_id, number)
        return _act(request, access, lambda: pools.submit_pool(access.seat, **_by(request, access)), status=201)

    @extend_schema(operation_id="take_pool_back", request=Input, responses={200: RegistrationSerializer})
    def delete(self, request: Request, pod_id: UUID, number: int) -> Response:
        access = writing_access(request.user, pod_id, number)
        data = validated_data(request, self.Input)
        return _act(request, access, lambda: pools.unsubmit_pool(access.seat, **data, **_by(request, access)))


class PoolConfirmationApi(APIView):
    """Confirm the pool of another player. The response names no card: the neighbour no longer needs to see it."""

    @extend_schema(operation_id="confirm_pool", request=None, responses={204: None})
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        access = checking_access(request.user, pod_id, number)

        def do() -> tuple[int, None]:
            pools.confirm_pool(access.seat, **_by(request, access))
            return 204, None

        return idempotent_response(request, do)


class PoolCorrectionApi(APIView):
    """Replace a confirmed pool by another list. Officials can do this until all decks are in."""

    class Input(PodReasonInput):
        cards = _cards()

        class Meta:
            ref_name = "PoolCorrection"

    @extend_schema(operation_id="correct_pool", request=Input, responses=RegistrationSerializer)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        access = correcting_access(request.user, pod_id, number)
        data = validated_data(request, self.Input)
        return _act(request, access, lambda: pools.correct_pool(access.seat, **data, **_by(request, access)))


def _by(request: Request, access: RegistrationAccess) -> dict[str, Any]:
    return {"author": account_of(request), "role": access.role}


def _act(
    request: Request, access: RegistrationAccess, operation: Callable[[], object], *, status: int = 200
) -> Response:
    """Run ``operation`` once, and respond with the registration after it."""

    def act_and_respond() -> tuple[int, JsonObject]:
        operation()
        return status, registration_view(registration_access(request.user, access.seat.pod_id, access.seat.number + 1))

    return idempotent_response(request, act_and_respond)
