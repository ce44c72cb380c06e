"""Constructed decks: the caller's own, those a judge enters for players, which are submitted, and locking."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import idempotent_response
from gameplay.api.permissions import IsAuthenticatedOrReadOnly
from gameplay.api.requests import account_of, validated_data
from gameplay.engine.core.errors import RulesError
from tournaments.api.event_serializers import EventDeskSerializer
from tournaments.api.permissions import event_and_actor, visible_event
from tournaments.api.responses import respond_once
from tournaments.models import Entry, Event
from tournaments.rules.deck_list_text import MAX_TEXT_LENGTH
from tournaments.selectors.constructed_decks import OwnDeckView, own_deck_view, ready_decks, submitted_decks
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import present_entries
from tournaments.services import constructed_deck
from tournaments.services.deck_check import deck_checker


class ListFaultSerializer(serializers.Serializer[RulesError]):
    """A fault of a deck."""

    code = serializers.CharField()
    clause = serializers.CharField()
    detail = serializers.SerializerMethodField()

    class Meta:
        ref_name = "ListFault"

    def get_detail(self, fault: RulesError) -> str:
        return gettext(fault.sentence).format(**fault.details)


class OwnDeckSerializer(serializers.Serializer[OwnDeckView]):
    """A constructed deck: its list as text, the cards read from it, and all its faults."""

    text = serializers.CharField(source="deck.text")
    cards = serializers.ListField(
        child=serializers.CharField(), source="deck.cards", help_text="One ref for each copy."
    )
    version = serializers.IntegerField(source="deck.version")
    saved_at = serializers.DateTimeField(source="deck.saved_at", allow_null=True)
    submitted_at = serializers.DateTimeField(source="deck.submitted_at", allow_null=True)
    checksum = serializers.CharField(help_text="The checksum of a submitted deck; empty before submission.")
    locked = serializers.BooleanField()
    faults = serializers.SerializerMethodField()

    class Meta:
        ref_name = "OwnDeck"

    @extend_schema_field(ListFaultSerializer(many=True))
    def get_faults(self, own: OwnDeckView) -> list[dict[str, Any]]:
        return [dict(ListFaultSerializer(fault).data) for fault in own.faults]


class WrittenDeckSerializer(serializers.Serializer[Any]):
    """A deck list as text."""

    text = serializers.CharField(
        allow_blank=True,
        trim_whitespace=False,
        max_length=MAX_TEXT_LENGTH,
        help_text="One card on each line, such as 3 IS-W01.",
    )
    version = serializers.IntegerField(
        required=False, min_value=0, help_text="The version it was edited from; 409 if the list was changed since."
    )

    class Meta:
        ref_name = "WrittenDeck"


class OwnDeckApi(APIView):
    """The caller's constructed deck in the event."""

    @extend_schema(operation_id="own_deck", responses=OwnDeckSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(_deck_json(_own(request, slug)[0]))

    @extend_schema(operation_id="save_deck_list", request=WrittenDeckSerializer, responses=OwnDeckSerializer)
    def put(self, request: Request, slug: str) -> Response:
        return _save(request, *_own(request, slug))


class ConstructedDeckSubmissionApi(APIView):
    """Submit the saved deck, or take it back until decks are locked."""

    @extend_schema(operation_id="hand_in_deck", request=None, responses=OwnDeckSerializer)
    def post(self, request: Request, slug: str) -> Response:
        return _respond_with_deck(request, constructed_deck.submit_deck_list, *_own(request, slug))

    @extend_schema(operation_id="take_back_deck", responses={200: OwnDeckSerializer})
    def delete(self, request: Request, slug: str) -> Response:
        return _respond_with_deck(request, constructed_deck.withdraw_deck_list, *_own(request, slug))


class PlayerDeckApi(APIView):
    """A player's constructed deck, for judges who do not play and enter the list for the player."""

    @extend_schema(operation_id="player_deck", responses=OwnDeckSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(_deck_json(_of_player(request, slug, number)[0]))

    @extend_schema(operation_id="save_player_deck", request=WrittenDeckSerializer, responses=OwnDeckSerializer)
    def put(self, request: Request, slug: str, number: int) -> Response:
        return _save(request, *_of_player(request, slug, number))


class PlayerSubmissionApi(APIView):
    """Submit a deck for a player, or take it back until decks are locked."""

    @extend_schema(operation_id="hand_in_player_deck", request=None, responses=OwnDeckSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        return _respond_with_deck(request, constructed_deck.submit_deck_list, *_of_player(request, slug, number))

    @extend_schema(operation_id="take_back_player_deck", responses={200: OwnDeckSerializer})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        return _respond_with_deck(request, constructed_deck.withdraw_deck_list, *_of_player(request, slug, number))


class ReadyDecksApi(APIView):
    """Ready-made decks that are legal in the event. If all players share one deck, these together are that deck."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    class Output(serializers.Serializer[Any]):
        code = serializers.CharField()
        name = serializers.CharField(source="name.en")
        cards = serializers.DictField(child=serializers.IntegerField(), help_text="Copies by ref.")

        class Meta:
            ref_name = "ReadyDeck"

    @extend_schema(operation_id="ready_decks", responses=Output(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = _constructed(visible_event(request, slug))
        return Response(self.Output(ready_decks(event), many=True).data)


class SubmittedDecksApi(APIView):
    """The present players, each with whether the deck is submitted; never the cards.

    The list is empty if all players share one deck.
    """

    class Output(serializers.Serializer[Any]):
        number = serializers.IntegerField()
        name = serializers.CharField()
        submitted = serializers.BooleanField()

        class Meta:
            ref_name = "DeckIn"

    @extend_schema(operation_id="decks_in", responses=Output(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = _constructed(event_and_actor(request, slug, "see_desk")[0])
        submitted = submitted_decks(event)
        rows = [
            {"number": entry.number, "name": entry.name, "submitted": entry.pk in submitted}
            for entry in (present_entries(event) if event.brings_decks else ())
        ]
        return Response(self.Output(rows, many=True).data)


class RegistrationClosingApi(APIView):
    """Close registration of a constructed event."""

    @extend_schema(operation_id="close_registration", request=None, responses=EventDeskSerializer)
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        return respond_once(request, lambda: constructed_deck.close_registration(event, by=by), EventDeskSerializer)


class DeckLockApi(APIView):
    """Lock all submitted decks."""

    class Input(serializers.Serializer[Any]):
        reason = serializers.CharField(
            max_length=200, required=False, help_text="Required to lock decks while some are missing."
        )

        class Meta:
            ref_name = "DecksLock"

    @extend_schema(operation_id="lock_decks", request=Input, responses=EventDeskSerializer)
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "run")
        data = validated_data(request, self.Input)
        return respond_once(request, lambda: constructed_deck.lock_decks(event, by=by, **data), EventDeskSerializer)


def _own(request: Request, slug: str) -> tuple[Entry, Actor]:
    """Return the caller's entry. Raises Http404 without one, and for a draft; SharedDeckError without deck lists."""
    entry = get_object_or_404(Entry.objects.select_related("event"), event__slug=slug, account=account_of(request))
    constructed_deck.refuse_without_lists(_constructed(entry.event))
    return entry, Actor(entry.account, "player")


def _of_player(request: Request, slug: str, number: int) -> tuple[Entry, Actor]:
    """Return a player's entry for a judge who does not play, and log the view. Raises Http404 for other callers."""
    event = get_object_or_404(Event, slug=slug)
    by = deck_checker(event, request.user)
    entry = get_object_or_404(
        Entry.objects.select_related("account", "event"), event=_constructed(event), number=number
    )
    constructed_deck.refuse_without_lists(event)
    constructed_deck.log_list_view(entry, by=by)
    return entry, by


def _constructed(event: Event) -> Event:
    if event.drafted:
        raise Http404
    return event


def _save(request: Request, entry: Entry, by: Actor) -> Response:
    return _respond_with_deck(
        request, partial(constructed_deck.save_deck_list, **validated_data(request, WrittenDeckSerializer)), entry, by
    )


def _respond_with_deck(request: Request, operation: Callable[..., Any], entry: Entry, by: Actor) -> Response:
    """Run ``operation`` on the deck of ``entry`` idempotently, and respond with the deck."""

    def run() -> tuple[int, Any]:
        operation(entry, by=by)
        return 200, _deck_json(entry)

    return idempotent_response(request, run)


def _deck_json(entry: Entry) -> dict[str, Any]:
    return dict(OwnDeckSerializer(own_deck_view(entry.event, entry, "en")).data)
