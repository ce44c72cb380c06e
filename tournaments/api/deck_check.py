"""Deck checks, for judges who do not play in the event. Other callers get 404."""

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.idempotency import idempotent_response
from gameplay.api.requests import validated_data
from gameplay.engine.core.errors import UnreadableError, _
from tournaments.models import DeckCheck, Event
from tournaments.selectors.deck_checks import check_sheet
from tournaments.selectors.roles import Actor
from tournaments.services import deck_check as checks

JsonObject = dict[str, Any]
REF = serializers.CharField(max_length=40)


class DeckCheckSerializer(serializers.ModelSerializer[DeckCheck]):
    """A check; ``result`` and ``reason`` count once it has ended, ``extra_minutes`` is the extension of its match."""

    player = serializers.CharField(source="entry.name", read_only=True)

    class Meta:
        model = DeckCheck
        ref_name = "DeckCheck"
        fields = ["number", "player", "match", "chosen", "started_at", "ended_at", "result", "reason", "extra_minutes"]
        read_only_fields = fields


class DeckCheckLineSerializer(serializers.Serializer[Any]):
    ref = serializers.CharField()
    drafted = serializers.IntegerField()
    registered = serializers.IntegerField()
    found = serializers.IntegerField()

    class Meta:
        ref_name = "DeckCheckLine"


class EarlierListSerializer(serializers.Serializer[Any]):
    """A deck list that the player replaced."""

    cards = serializers.ListField(child=serializers.CharField(), help_text="One ref for each copy.")
    until = serializers.DateTimeField()

    class Meta:
        ref_name = "EarlierList"


class DeckCheckSheetSerializer(serializers.Serializer[Any]):
    """A deck compared with its pool; ``minutes`` is the proposed extension of its match."""

    check = DeckCheckSerializer()
    checksum = serializers.CharField()
    changed_at = serializers.DateTimeField(
        allow_null=True, help_text="When the player replaced the registered list, if the event allows it."
    )
    earlier = EarlierListSerializer(many=True, help_text="The lists that it has replaced, the oldest first.")
    lines = DeckCheckLineSerializer(many=True)
    others = serializers.CharField(help_text="The judge's description of cards outside the pool.")
    missing = serializers.DictField(
        child=serializers.IntegerField(), help_text="Copies on the list that were not found, by ref."
    )
    extra = serializers.DictField(
        child=serializers.IntegerField(), help_text="Copies found that are not on the list, by ref."
    )
    minutes = serializers.IntegerField()

    class Meta:
        ref_name = "DeckCheckSheet"


class FoundCardsInput(serializers.Serializer[Any]):
    found = serializers.ListField(child=REF, max_length=500, help_text="One ref for each copy found.")
    others = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)
    result = serializers.ChoiceField(
        DeckCheck.Result.choices,
        required=False,
        default="",
        allow_blank=True,
        help_text="The result the judge intends to give.",
    )
    reason = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)

    class Meta:
        ref_name = "DeckCheckFound"


class DeckChecksApi(APIView):
    """List the checks of an event; start checks at random, of a player, or of both decks at a table."""

    class Input(serializers.Serializer[Any]):
        chosen = serializers.ChoiceField(DeckCheck.Chosen.choices)
        number = serializers.IntegerField(
            min_value=1, max_value=9999, required=False, help_text="The number of the player or table."
        )

        class Meta:
            ref_name = "NewDeckCheck"

    @extend_schema(operation_id="deck_checks", responses=DeckCheckSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = _judge(request, slug)
        return Response(DeckCheckSerializer(event.deck_checks.select_related("entry"), many=True).data)

    @extend_schema(operation_id="start_deck_checks", request=Input, responses={201: DeckCheckSerializer(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        event, by = _judge(request, slug)
        data = validated_data(request, self.Input)
        chosen, number = data["chosen"], data.get("number")
        if (number is None) != (chosen == DeckCheck.Chosen.RANDOM):
            reason = _("is required for a player or a table, and not allowed for a random check")
            raise UnreadableError(reason, place="number")
        return idempotent_response(
            request, lambda: (201, DeckCheckSerializer(_start(event, chosen, number, by), many=True).data)
        )


class DeckCheckApi(APIView):
    """A deck compared with its pool, and the cards found so far."""

    @extend_schema(operation_id="deck_check", responses=DeckCheckSheetSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        event, by = _judge(request, slug)
        checks.log_check_view(_check(event, number), by=by)
        return Response(_check_json(event, number))

    @extend_schema(operation_id="note_deck_check", request=FoundCardsInput, responses=DeckCheckSheetSerializer)
    def put(self, request: Request, slug: str, number: int) -> Response:
        return _act(request, slug, number, FoundCardsInput, checks.note_found_cards)


class DeckCheckResultApi(APIView):
    """Finish a check with its result, based on the noted cards; its clock stops."""

    class Input(serializers.Serializer[Any]):
        result = serializers.ChoiceField(DeckCheck.Result.choices)
        reason = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)

        class Meta:
            ref_name = "DeckCheckResult"

    @extend_schema(operation_id="finish_deck_check", request=Input, responses=DeckCheckSheetSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        return _act(request, slug, number, self.Input, checks.finish_check)


class DeckCheckTimeApi(APIView):
    """Extend the match that waited for a check."""

    class Input(serializers.Serializer[Any]):
        minutes = serializers.IntegerField(min_value=1, max_value=99)

        class Meta:
            ref_name = "DeckCheckExtension"

    @extend_schema(operation_id="extend_for_deck_check", request=Input, responses=DeckCheckSheetSerializer)
    def post(self, request: Request, slug: str, number: int) -> Response:
        return _act(request, slug, number, self.Input, checks.extend_checked_match)


def _judge(request: Request, slug: str) -> tuple[Event, Actor]:
    event = get_object_or_404(Event, slug=slug)
    return event, checks.deck_checker(event, request.user)


def _check(event: Event, number: int) -> DeckCheck:
    return get_object_or_404(event.deck_checks.select_related("entry", "event", "judge"), number=number)


def _start(event: Event, chosen: str, number: int | None, by: Actor) -> list[DeckCheck]:
    if number is None:
        return [checks.start_random_check(event, by=by)]
    if chosen == DeckCheck.Chosen.TABLE:
        return checks.start_table_checks(event, number, by=by)
    return [checks.start_player_check(event, number, by=by)]


def _act(
    request: Request,
    slug: str,
    number: int,
    serializer_class: type[serializers.Serializer[Any]],
    operation: Callable[..., object],
) -> Response:
    """Run ``operation`` on a check idempotently, and respond with its sheet."""
    event, by = _judge(request, slug)
    check, data = _check(event, number), validated_data(request, serializer_class)

    def run() -> tuple[int, JsonObject]:
        operation(check, by=by, **data)
        return 200, _check_json(event, number)

    return idempotent_response(request, run)


def _check_json(event: Event, number: int) -> JsonObject:
    check = _check(event, number)
    sheet = check_sheet(check, get_language() or "en", now=timezone.now())
    lines = [
        {"ref": line.card.printed.ref, "drafted": line.drafted, "registered": line.registered, "found": line.found}
        for line in sheet.lines
    ]
    return {
        "check": dict(DeckCheckSerializer(check).data),
        "checksum": sheet.deck.checksum,
        "changed_at": sheet.deck.changed_at,
        "earlier": [{"cards": each.cards, "until": each.until} for each in sheet.deck.earlier],
        "lines": lines,
        "others": check.others,
        "missing": dict(sheet.difference.missing),
        "extra": dict(sheet.difference.extra),
        "minutes": sheet.owed_minutes,
    }
