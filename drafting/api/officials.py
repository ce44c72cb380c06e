"""API for the officials of a pod. It shows cards only through looks, which the log records."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from drafting.api.permissions import directed_pod, pod_with_viewable_pools, watched_pod
from drafting.api.responses import direct_once
from drafting.api.serializers import (
    PickLookSerializer,
    PodMapSerializer,
    PodReasonInput,
    PoolLookSerializer,
    SubstituteSerializer,
)
from drafting.models import Pack, Seat
from drafting.selectors.access import WatchedPod
from drafting.selectors.pod_map import pod_map
from drafting.selectors.seat_view import JsonObject, sign_in_url
from drafting.services import deck as decks
from drafting.services import judge
from drafting.services import pause as pauses
from drafting.services import pod as pods
from drafting.services import seat as seats
from gameplay.api.idempotency import idempotent_response
from gameplay.api.requests import validated_data


class PodMapApi(APIView):
    """The packs in front of each seat, and which decks are in."""

    @extend_schema(operation_id="pod_map", responses=PodMapSerializer)
    def get(self, request: Request, pod_id: UUID) -> Response:
        return Response(pod_map(watched_pod(request, pod_id).pod))


class PackOpeningApi(APIView):
    """Give the signal to open the next packs, if they are opened by hand."""

    @extend_schema(operation_id="open_pod_packs", request=None, responses=PodMapSerializer)
    def post(self, request: Request, pod_id: UUID) -> Response:
        return direct_once(request, pod_id, lambda pod: pods.open_packs(pod.pod, **_by(pod)))


class EndDraftApi(APIView):
    """End a paper draft after its last pick."""

    @extend_schema(operation_id="end_draft", request=None, responses=PodMapSerializer)
    def post(self, request: Request, pod_id: UUID) -> Response:
        return direct_once(request, pod_id, lambda pod: pods.end_paper_draft(pod.pod, **_by(pod)))


class PodPauseApi(APIView):
    """Pause or resume the draft."""

    @extend_schema(operation_id="pause_pod", request=PodReasonInput, responses=PodMapSerializer)
    def post(self, request: Request, pod_id: UUID) -> Response:
        return _direct_with_reason(request, pod_id, lambda pod, **why: pods.pause_pod(pod.pod, **why))

    @extend_schema(operation_id="resume_pod", responses={200: PodMapSerializer})
    def delete(self, request: Request, pod_id: UUID) -> Response:
        return direct_once(request, pod_id, lambda pod: pods.resume_pod(pod.pod, **_by(pod)))


class SeatPauseApi(APIView):
    """Pause or resume one seat. The other seats continue."""

    @extend_schema(operation_id="pause_seat", request=PodReasonInput, responses=PodMapSerializer)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        return _direct_with_reason(request, pod_id, lambda pod, **why: pauses.pause_seat(_seat(pod, number), **why))

    @extend_schema(operation_id="resume_seat", responses={200: PodMapSerializer})
    def delete(self, request: Request, pod_id: UUID, number: int) -> Response:
        return direct_once(request, pod_id, lambda pod: pauses.resume_seat(_seat(pod, number), **_by(pod)))


class BuildingExtensionApi(APIView):
    """Extend deck building for the whole pod."""

    class Input(PodReasonInput):
        minutes = serializers.IntegerField(min_value=1, max_value=120)

        class Meta:
            ref_name = "BuildingExtension"

    @extend_schema(operation_id="extend_building", request=Input, responses=PodMapSerializer)
    def post(self, request: Request, pod_id: UUID) -> Response:
        return _direct_with_reason(
            request, pod_id, lambda pod, **why: decks.extend_deadline(pod.pod, **why), serializer_class=self.Input
        )


class SeatBotApi(APIView):
    """Let a bot act for a player who is away, or return the seat to the player."""

    @extend_schema(operation_id="give_seat_to_bot", request=PodReasonInput, responses=PodMapSerializer)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        return _direct_with_reason(
            request, pod_id, lambda pod, **why: seats.give_seat_to_bot(_seat(pod, number), **why)
        )

    @extend_schema(operation_id="give_seat_back", responses={200: PodMapSerializer})
    def delete(self, request: Request, pod_id: UUID, number: int) -> Response:
        return direct_once(request, pod_id, lambda pod: seats.return_seat_to_player(_seat(pod, number), **_by(pod)))


class SeatSubstituteApi(APIView):
    """Let a substitute act for a player. To return the seat, delete its bot."""

    class Input(PodReasonInput):
        handle = serializers.CharField(max_length=60)

        class Meta:
            ref_name = "NewSubstitute"

    @extend_schema(operation_id="substitute", request=Input, responses={201: SubstituteSerializer})
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        pod = directed_pod(request, pod_id)
        data = validated_data(request, self.Input)

        def do() -> tuple[int, JsonObject]:
            token = seats.substitute_player(_seat(pod, number), **data, **_by(pod))
            return 201, {"seat": number, "address": sign_in_url(pod_id, token)}

        return idempotent_response(request, do)


class SeatClosingApi(APIView):
    """Close the seat of a player who has left. This cannot be undone."""

    @extend_schema(operation_id="close_seat", request=PodReasonInput, responses=PodMapSerializer)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        return _direct_with_reason(request, pod_id, lambda pod, **why: seats.close_seat(_seat(pod, number), **why))


class PackReplacementApi(APIView):
    """Replace a pack with the wrong number of cards, before the first pick from it."""

    @extend_schema(operation_id="replace_pack", request=PodReasonInput, responses=PodMapSerializer)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        return _direct_with_reason(request, pod_id, lambda pod, **why: judge.replace_pack(_pack(pod, number), **why))


class SeatSecondsApi(APIView):
    """Add seconds to the current pick of a seat."""

    class Input(PodReasonInput):
        seconds = serializers.IntegerField(min_value=1, max_value=600)

        class Meta:
            ref_name = "MoreSeconds"

    @extend_schema(operation_id="give_seconds", request=Input, responses=PodMapSerializer)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        return _direct_with_reason(
            request,
            pod_id,
            lambda pod, **why: judge.give_seconds(_seat(pod, number), **why),
            serializer_class=self.Input,
        )


class SeatExtraTimeApi(APIView):
    """Give a seat extra time for each future pick and for its deck. Only staff see it."""

    class Input(PodReasonInput):
        percent = serializers.IntegerField(min_value=0, max_value=400)

        class Meta:
            ref_name = "ExtraTime"

    @extend_schema(operation_id="give_extra_time", request=Input, responses=PodMapSerializer)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        return _direct_with_reason(
            request,
            pod_id,
            lambda pod, **why: judge.give_extra_time(_seat(pod, number), **why),
            serializer_class=self.Input,
        )


class PoolLookApi(APIView):
    """Show the pool of a seat to a head judge who does not play. The log records who looked, and why."""

    @extend_schema(operation_id="look_at_pool", request=PodReasonInput, responses=PoolLookSerializer)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        pod = pod_with_viewable_pools(request, pod_id)
        reason = validated_data(request, PodReasonInput)["reason"]

        def look() -> tuple[int, JsonObject]:
            return 200, {"seat": number, "refs": judge.look_at_pool(_seat(pod, number), reason=reason, **_by(pod))}

        return idempotent_response(request, look)


class PickCorrectionApi(APIView):
    """Show the last pick of a seat while it can be corrected, and replace it by another copy."""

    class Input(PodReasonInput):
        card = serializers.CharField(max_length=22, help_text="The token of the copy that replaces the pick.")

        class Meta:
            ref_name = "PickCorrection"

    @extend_schema(operation_id="look_at_pick", request=PodReasonInput, responses=PickLookSerializer)
    def post(self, request: Request, pod_id: UUID, number: int) -> Response:
        pod = directed_pod(request, pod_id)
        reason = validated_data(request, PodReasonInput)["reason"]

        def look() -> tuple[int, JsonObject]:
            pick, pack = judge.look_at_pick(_seat(pod, number), reason=reason, **_by(pod))
            taken = {"token": pick.token, "ref": pick.ref}
            left = [{"token": copy.token, "ref": copy.ref} for copy in pack.copies]
            place = {"seat": number, "pack_round": pick.pack_round, "number": pick.number}
            return 200, place | {"taken": taken, "left": left}

        return idempotent_response(request, look)

    @extend_schema(operation_id="correct_pick", request=Input, responses=PodMapSerializer)
    def put(self, request: Request, pod_id: UUID, number: int) -> Response:
        def correct(pod: WatchedPod, *, card: str, **why: Any) -> None:
            judge.correct_pick(judge.last_pick(_seat(pod, number)), card, **why)

        return _direct_with_reason(request, pod_id, correct, serializer_class=self.Input)


def _by(directed: WatchedPod) -> dict[str, Any]:
    return {"author": directed.account, "role": directed.role}


def _direct_with_reason(
    request: Request,
    pod_id: UUID,
    operation: Callable[..., object],
    *,
    serializer_class: type[serializers.Serializer[Any]] = PodReasonInput,
) -> Response:
    """Like `direct_once`, with the validated data of the request, which includes a reason."""
    directed_pod(request, pod_id)
    data = validated_data(request, serializer_class)
    return direct_once(request, pod_id, lambda pod: operation(pod, **data, **_by(pod)))


def _seat(directed: WatchedPod, number: int) -> Seat:
    return get_object_or_404(Seat, pod=directed.pod, number=number - 1)


def _pack(directed: WatchedPod, number: int) -> Pack:
    """Return the pack of the open round that the seat has opened."""
    pod = directed.pod
    return get_object_or_404(Pack, pod=pod, pack_round=pod.pack_round, opener=number - 1)
