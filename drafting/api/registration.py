"""Pools of a draft at a table, as a program registers, checks and corrects them."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from drafting.api.deck import MOST_CARDS, REF
from drafting.api.direct import Reason
from drafting.api.permissions import account_of, read
from drafting.api.shapes import RegistrationShape
from drafting.selectors.registration import Registrant, checking, correcting, registrant, registration_view, writing
from drafting.selectors.seat_view import Told
from drafting.services import registration as pools
from gameplay.api.idempotency import answer_once

LONGEST = 8000  # characters of a list


def _cards(**more: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.CharField(**REF), max_length=MOST_CARDS, help_text="A ref for each copy.", **more
    )


class RegistrationApi(APIView):
    """What is registered for a seat: for its player, for officials, and for the neighbour who is to check it."""

    class Input(serializers.Serializer[Any]):
        cards = _cards()
        version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)

        class Meta:
            ref_name = "PoolList"

    @extend_schema(operation_id="registration", responses=RegistrationShape)
    def get(self, request: Request, pod_id: UUID, number: int) -> Response:
        return Response(registration_view(registrant(request.user, pod_id, number)))

    @extend_schema(operation_id="save_pool", request=Input, responses=RegistrationShape)
    def put(self, request: Request, pod_id: UUID, number: int) -> Response:
        found = writing(request.user, pod_id, number)
        asked = read(request, self.Input)
        return _act(request, found, lambda: pools.save_pool(found.seat, **asked, **_by(request, found)))


class EntriesApi(APIView):
    """Adding cards as somebody names them: a card a line, by number, title or its beginning, with a count."""

    class Input(serializers.Serializer[Any]):
        text = serializers.CharField(max_length=LONGEST)

        class Meta:
            ref_name = "PoolEntry"

    @extend_schema(operation_id="enter_cards", request=Input, responses=RegistrationShape)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        found = writing(request.user, pod_id, number)
        text = read(request, self.Input)["text"]
        return _act(request, found, lambda: pools.enter(found.seat, text, **_by(request, found)))


class SubmissionApi(APIView):
    """Saying that the pool is whole, and taking that back until it is checked."""

    class Input(serializers.Serializer[Any]):
        reason = serializers.CharField(max_length=200, required=False, help_text="Of an official, who must give one.")

        class Meta:
            ref_name = "PoolTakenBack"

    @extend_schema(operation_id="hand_in_pool", request=None, responses={201: RegistrationShape})
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        found = writing(request.user, pod_id, number)
        return _act(request, found, lambda: pools.hand_in(found.seat, **_by(request, found)), status=201)

    @extend_schema(operation_id="take_pool_back", request=Input, responses={200: RegistrationShape})
    def delete(self, request: Request, pod_id: UUID, number: int) -> Response:
        found = writing(request.user, pod_id, number)
        asked = read(request, self.Input)
        return _act(request, found, lambda: pools.take_back_pool(found.seat, **asked, **_by(request, found)))


class ConfirmationApi(APIView):
    """Checking the pool of somebody else. The answer tells no card: a neighbour's eyes are no longer needed."""

    @extend_schema(operation_id="confirm_pool", request=None, responses={204: None})
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        found = checking(request.user, pod_id, number)

        def do() -> tuple[int, None]:
            pools.confirm(found.seat, **_by(request, found))
            return 204, None

        return answer_once(request, do)


class CorrectionApi(APIView):
    """Exchanging a confirmed pool for another list, by an official, until all decks are in."""

    class Input(Reason):
        cards = _cards()

        class Meta:
            ref_name = "PoolCorrection"

    @extend_schema(operation_id="correct_pool", request=Input, responses=RegistrationShape)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        found = correcting(request.user, pod_id, number)
        asked = read(request, self.Input)
        return _act(request, found, lambda: pools.correct_pool(found.seat, **asked, **_by(request, found)))


def _by(request: Request, found: Registrant) -> dict[str, Any]:
    return {"author": account_of(request), "role": found.role}


def _act(request: Request, found: Registrant, do: Callable[[], object], *, status: int = 200) -> Response:
    """Run ``do`` once, and answer with what is registered then."""

    def act_and_tell() -> tuple[int, Told]:
        do()
        return status, registration_view(registrant(request.user, found.seat.pod_id, found.seat.number + 1))

    return answer_once(request, act_and_tell)
