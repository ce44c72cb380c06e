"""Pools of a draft at a table, as a program registers, checks and corrects them."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from drafting.api.deck import MAX_CARDS, REF
from drafting.api.officials import ReasonInput
from drafting.api.permissions import account_of, validated_data
from drafting.api.serializers import RegistrationSerializer
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

MAX_TEXT_LENGTH = 8000  # characters of a list


def _cards(**more: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.CharField(**REF), max_length=MAX_CARDS, help_text="A ref for each copy.", **more
    )


class PoolRegistrationApi(APIView):
    """What is registered for a seat: for its player, for officials, and for the neighbour who is to check it."""

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
        found = writing_access(request.user, pod_id, number)
        asked = validated_data(request, self.Input)
        return _act(request, found, lambda: pools.save_pool(found.seat, **asked, **_by(request, found)))


class PoolEntriesApi(APIView):
    """Adding cards as somebody names them: a card a line, by number, title or its beginning, with a count."""

    class Input(serializers.Serializer[Any]):
        text = serializers.CharField(max_length=MAX_TEXT_LENGTH)

        class Meta:
            ref_name = "PoolEntry"

    @extend_schema(operation_id="enter_cards", request=Input, responses=RegistrationSerializer)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        found = writing_access(request.user, pod_id, number)
        text = validated_data(request, self.Input)["text"]
        return _act(request, found, lambda: pools.enter_cards(found.seat, text, **_by(request, found)))


class PoolSubmissionApi(APIView):
    """Saying that the pool is whole, and taking that back until it is checked."""

    class Input(serializers.Serializer[Any]):
        reason = serializers.CharField(max_length=200, required=False, help_text="Of an official, who must give one.")

        class Meta:
            ref_name = "PoolTakenBack"

    @extend_schema(operation_id="hand_in_pool", request=None, responses={201: RegistrationSerializer})
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        found = writing_access(request.user, pod_id, number)
        return _act(request, found, lambda: pools.submit_pool(found.seat, **_by(request, found)), status=201)

    @extend_schema(operation_id="take_pool_back", request=Input, responses={200: RegistrationSerializer})
    def delete(self, request: Request, pod_id: UUID, number: int) -> Response:
        found = writing_access(request.user, pod_id, number)
        asked = validated_data(request, self.Input)
        return _act(request, found, lambda: pools.unsubmit_pool(found.seat, **asked, **_by(request, found)))


class PoolConfirmationApi(APIView):
    """Checking the pool of somebody else. The answer tells no card: a neighbour's eyes are no longer needed."""

    @extend_schema(operation_id="confirm_pool", request=None, responses={204: None})
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        found = checking_access(request.user, pod_id, number)

        def do() -> tuple[int, None]:
            pools.confirm_pool(found.seat, **_by(request, found))
            return 204, None

        return idempotent_response(request, do)


class PoolCorrectionApi(APIView):
    """Exchanging a confirmed pool for another list, by an official, until all decks are in."""

    class Input(ReasonInput):
        cards = _cards()

        class Meta:
            ref_name = "PoolCorrection"

    @extend_schema(operation_id="correct_pool", request=Input, responses=RegistrationSerializer)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        found = correcting_access(request.user, pod_id, number)
        asked = validated_data(request, self.Input)
        return _act(request, found, lambda: pools.correct_pool(found.seat, **asked, **_by(request, found)))


def _by(request: Request, found: RegistrationAccess) -> dict[str, Any]:
    return {"author": account_of(request), "role": found.role}


def _act(request: Request, found: RegistrationAccess, do: Callable[[], object], *, status: int = 200) -> Response:
    """Run ``do`` once, and answer with what is registered then."""

    def act_and_tell() -> tuple[int, JsonObject]:
        do()
        return status, registration_view(registration_access(request.user, found.seat.pod_id, found.seat.number + 1))

    return idempotent_response(request, act_and_tell)
