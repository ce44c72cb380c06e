"""Decks that are brought: one's own, whose are in, and the end of changes."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.repeats import answer_once
from gameplay.engine.errors import RulesError
from tournaments.api.doors import LookOrSignIn, account_of, act, read, run_event, seen_event
from tournaments.api.shapes import DeskShape
from tournaments.models import Entry, Event
from tournaments.rules.brought import MOST_TEXT
from tournaments.selectors.brought import OwnDeck, decks_in, own_deck, ready_decks
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import present
from tournaments.services import brought


class ListFaultShape(serializers.Serializer[RulesError]):
    """One thing that is wrong with a deck."""

    code = serializers.CharField()
    clause = serializers.CharField()
    detail = serializers.SerializerMethodField()

    class Meta:
        ref_name = "ListFault"

    def get_detail(self, fault: RulesError) -> str:
        return gettext(fault.sentence).format(**fault.details)


class OwnDeckShape(serializers.Serializer[OwnDeck]):
    """The deck that the caller brings: its list as text, what is read of it, and everything that is wrong with it."""

    text = serializers.CharField(source="deck.text")
    cards = serializers.ListField(child=serializers.CharField(), source="deck.cards", help_text="A ref a copy.")
    version = serializers.IntegerField(source="deck.version")
    saved_at = serializers.DateTimeField(source="deck.saved_at", allow_null=True)
    submitted_at = serializers.DateTimeField(source="deck.submitted_at", allow_null=True)
    checksum = serializers.CharField(help_text="Of a deck that is in; empty before.")
    locked = serializers.BooleanField()
    faults = serializers.SerializerMethodField()

    class Meta:
        ref_name = "OwnDeck"

    @extend_schema_field(ListFaultShape(many=True))
    def get_faults(self, own: OwnDeck) -> list[dict[str, Any]]:
        return [dict(ListFaultShape(fault).data) for fault in own.faults]


class OwnDeckApi(APIView):
    """The deck that the caller brings to the event."""

    class Input(serializers.Serializer[Any]):
        text = serializers.CharField(
            allow_blank=True, trim_whitespace=False, max_length=MOST_TEXT, help_text="A card a line, as in 3 IS-W01."
        )
        version = serializers.IntegerField(
            required=False, min_value=0, help_text="From which it was written; 409 if it was changed since."
        )

        class Meta:
            ref_name = "WrittenDeck"

    @extend_schema(operation_id="own_deck", responses=OwnDeckShape)
    def get(self, request: Request, slug: str) -> Response:
        return Response(_told(_own(request, slug)))

    @extend_schema(operation_id="save_deck_list", request=Input, responses=OwnDeckShape)
    def put(self, request: Request, slug: str) -> Response:
        entry, data = _own(request, slug), read(request, self.Input)
        return _done(request, entry, lambda by: brought.save_list(entry, by=by, **data))


class SubmissionApi(APIView):
    """Handing in the deck that is saved, and taking it back until decks are locked."""

    @extend_schema(operation_id="hand_in_deck", request=None, responses=OwnDeckShape)
    def post(self, request: Request, slug: str) -> Response:
        entry = _own(request, slug)
        return _done(request, entry, lambda by: brought.hand_in(entry, by=by))

    @extend_schema(operation_id="take_back_deck", responses={200: OwnDeckShape})
    def delete(self, request: Request, slug: str) -> Response:
        entry = _own(request, slug)
        return _done(request, entry, lambda by: brought.take_back(entry, by=by))


class ReadyDecksApi(APIView):
    """Decks that may be brought as they are."""

    permission_classes = [LookOrSignIn]

    class Answer(serializers.Serializer[Any]):
        code = serializers.CharField()
        name = serializers.CharField(source="name.en")
        cards = serializers.DictField(child=serializers.IntegerField(), help_text="Copies by ref.")

        class Meta:
            ref_name = "ReadyDeck"

    @extend_schema(operation_id="ready_decks", responses=Answer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = _constructed(seen_event(request, slug))
        return Response(self.Answer(ready_decks(event), many=True).data)


class DecksInApi(APIView):
    """Whose decks are in, of everybody who is there; never what is in them."""

    class Answer(serializers.Serializer[Any]):
        number = serializers.IntegerField()
        name = serializers.CharField()
        submitted = serializers.BooleanField()

        class Meta:
            ref_name = "DeckIn"

    @extend_schema(operation_id="decks_in", responses=Answer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = _constructed(run_event(request, slug, "see_desk")[0])
        came_in = decks_in(event)
        told = [
            {"number": entry.number, "name": entry.name, "submitted": entry.pk in came_in} for entry in present(event)
        ]
        return Response(self.Answer(told, many=True).data)


class RegistrationApi(APIView):
    """The end of registration, where decks are brought."""

    @extend_schema(operation_id="close_registration", request=None, responses=DeskShape)
    def post(self, request: Request, slug: str) -> Response:
        event, by = run_event(request, slug, "run")
        return act(request, lambda: brought.close_registration(event, by=by), DeskShape)


class LockApi(APIView):
    """The end of changes to decks."""

    class Input(serializers.Serializer[Any]):
        reason = serializers.CharField(
            max_length=200, required=False, help_text="Why it is done without the decks that are missing."
        )

        class Meta:
            ref_name = "DecksLock"

    @extend_schema(operation_id="lock_decks", request=Input, responses=DeskShape)
    def post(self, request: Request, slug: str) -> Response:
        event, by = run_event(request, slug, "run")
        data = read(request, self.Input)
        return act(request, lambda: brought.lock_decks(event, by=by, **data), DeskShape)


def _own(request: Request, slug: str) -> Entry:
    """Return the caller's entry. Raises Http404 for who has none, or where decks are drafted."""
    entry = get_object_or_404(Entry.objects.select_related("event"), event__slug=slug, account=account_of(request))
    _constructed(entry.event)
    return entry


def _constructed(event: Event) -> Event:
    if event.drafted:
        raise Http404
    return event


def _done(request: Request, entry: Entry, do: Any) -> Response:
    """Run ``do`` once as the player of ``entry``, and answer with the deck."""

    def answer() -> tuple[int, Any]:
        do(Actor(entry.account, "player"))
        return 200, _told(entry)

    return answer_once(request, answer)


def _told(entry: Entry) -> dict[str, Any]:
    return dict(OwnDeckShape(own_deck(entry.event, entry, "en")).data)
