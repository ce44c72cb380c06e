"""API of the caller's deck: build, submit and take back."""

from typing import Any
from uuid import UUID

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from drafting.api.permissions import own_seat
from drafting.api.responses import change_deck
from drafting.api.serializers import DeckSerializer, SuggestionSerializer
from drafting.selectors.deck_suggestion import suggest_deck_for, suggestion_json
from drafting.selectors.deck_view import deck_view
from drafting.services import deck as decks
from gameplay.api.requests import account_of, validated_data

REF: dict[str, Any] = {"max_length": 40, "help_text": "The number printed on the card, such as FL-C07."}
MAX_CARDS = 500


class DeckVersion(serializers.Serializer[Any]):
    version = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, required=False, help_text="The version of the deck to change."
    )

    class Meta:
        ref_name = "DeckVersion"


class DeckApi(APIView):
    """The caller's pool and deck, once the draft is over."""

    class Input(serializers.Serializer[Any]):
        cards = serializers.ListField(
            child=serializers.CharField(**REF), max_length=MAX_CARDS, help_text="One ref for each copy."
        )
        version = serializers.IntegerField(
            min_value=0, max_value=2**31 - 1, required=False, help_text="The version that this deck is based on."
        )

        class Meta:
            ref_name = "DeckList"

    @extend_schema(operation_id="deck", responses={200: DeckSerializer, 409: None})
    def get(self, request: Request, pod_id: UUID) -> Response:
        return Response(deck_view(own_seat(request, pod_id)))

    @extend_schema(operation_id="save_deck", request=Input, responses=DeckSerializer)
    def put(self, request: Request, pod_id: UUID) -> Response:
        own_seat(request, pod_id)
        data = validated_data(request, self.Input) | {"author": account_of(request)}
        return change_deck(request, pod_id, lambda seat: decks.save_deck(seat, **data))


class DeckChangesApi(APIView):
    """Add or remove one copy."""

    class Input(serializers.Serializer[Any]):
        ref = serializers.CharField(**REF)
        count = serializers.ChoiceField([1, -1])

        class Meta:
            ref_name = "DeckChange"

    @extend_schema(operation_id="change_deck", request=Input, responses=DeckSerializer)
    def post(self, request: Request, pod_id: UUID) -> Response:
        own_seat(request, pod_id)
        data, author = validated_data(request, self.Input), account_of(request)
        change = decks.add_card if data["count"] == 1 else decks.remove_card
        return change_deck(request, pod_id, lambda seat: change(seat, data["ref"], author=author))


class DeckSuggestionApi(APIView):
    """The deck that the drafting bot would build from the caller's pool. To use it, save its cards."""

    @extend_schema(operation_id="suggest_deck", responses={200: SuggestionSerializer, 409: None})
    def get(self, request: Request, pod_id: UUID) -> Response:
        seat = own_seat(request, pod_id)
        return Response(suggestion_json(suggest_deck_for(seat.pod, deck_view(seat)), get_language() or "en"))


class DeckFillApi(APIView):
    """Let the drafting bot add the missing cards to the deck. It can be undone like any other change."""

    @extend_schema(operation_id="fill_deck", request=DeckVersion, responses=DeckSerializer)
    def post(self, request: Request, pod_id: UUID) -> Response:
        own_seat(request, pod_id)
        data = validated_data(request, DeckVersion) | {"author": account_of(request)}
        return change_deck(request, pod_id, lambda seat: decks.fill_deck(seat, **data))


class DeckUndoApi(APIView):
    """Undo the last change of the deck. A second undo restores that change."""

    @extend_schema(operation_id="undo_deck", request=DeckVersion, responses=DeckSerializer)
    def post(self, request: Request, pod_id: UUID) -> Response:
        own_seat(request, pod_id)
        data = validated_data(request, DeckVersion) | {"author": account_of(request)}
        return change_deck(request, pod_id, lambda seat: decks.undo_deck(seat, **data))


class DeckSubmissionApi(APIView):
    """Submit the deck, or take it back until all decks are in or the time is over."""

    @extend_schema(operation_id="submit_deck", request=None, responses={201: DeckSerializer})
    def post(self, request: Request, pod_id: UUID) -> Response:
        author = account_of(request)
        return change_deck(request, pod_id, lambda seat: decks.submit_deck(seat, author=author), status=201)

    @extend_schema(operation_id="take_deck_back", responses={200: DeckSerializer})
    def delete(self, request: Request, pod_id: UUID) -> Response:
        author = account_of(request)
        return change_deck(request, pod_id, lambda seat: decks.unsubmit_deck(seat, author=author))
