"""Events: list, create and read them, appoint officials, and finish."""

from dataclasses import fields, replace
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from drafting.models import Pod
from drafting.rules.format import DraftFormat
from gameplay.api.permissions import IsAuthenticatedOrReadOnly
from gameplay.api.requests import account_of, validated_data
from tournaments.api.event_serializers import (
    EventDeskSerializer,
    EventSerializer,
    NewEventSerializer,
    NextStepSerializer,
    OfficialSerializer,
    read_event_days,
)
from tournaments.api.permissions import event_and_actor, visible_event
from tournaments.api.responses import respond_once
from tournaments.api.serializers import BracketStageSerializer, StandingSerializer
from tournaments.models import Event, Official
from tournaments.rules.constructed import ConstructedFormat, draft_settings_error
from tournaments.rules.json_output import tournament_json
from tournaments.selectors.account_events import account_events
from tournaments.selectors.cut import bracket_stages
from tournaments.selectors.exports import event_trf, exportable_tournament
from tournaments.selectors.history import tournament_of
from tournaments.selectors.next_step import next_step
from tournaments.selectors.pack_rounds import (
    BY_ROUND,
    ONE_KIND_A_ROUND,
    PackRoundChoice,
    PacksChosenTwiceError,
    boosters_by_round,
    mixed_boosters,
    round_field,
)
from tournaments.selectors.presets import (
    ConstructedPreset,
    DraftPreset,
    UnknownProductError,
    constructed_presets,
    draft_presets,
    find_draft_preset,
    find_preset,
    preset_error,
    read_cube_refs,
)
from tournaments.selectors.roles import PERMISSIONS, refuse_non_staff
from tournaments.selectors.seats import ranked_pods
from tournaments.selectors.standings import explained_table
from tournaments.services.event import (
    NewEvent,
    appoint_official,
    create_event,
    default_pick_clock,
    dismiss_official,
    find_staff,
)
from tournaments.services.guest_limit import exempt_network

DRAFT_ONLY_FIELDS = {"packs", "pack_size", "deck_size", "build_minutes", "sealed", "products", "mix", BY_ROUND, "cube"}
DRAFT_ONLY_FIELDS |= {
    "opening",
    "pick_clock",
    "abandoned",
    "draft_log",
    "deck_changes",
    "pairing",
    "cut_draft",
    "cut_product",
}
"""Fields of a new event that are only allowed for a draft."""


class PresetSerializer(serializers.Serializer[Any]):
    """A draft with its packs, or an event with constructed decks for a ``variant``, without packs."""

    code = serializers.CharField()
    title = serializers.CharField()
    game = serializers.CharField(source="ruleset.name")
    variant = serializers.CharField()
    brings_decks = serializers.BooleanField(
        default=False, help_text="Whether each player brings a deck; false for drafts, and if all players share one."
    )
    set = serializers.CharField(source="card_set.code", default=None, allow_null=True)
    product = serializers.CharField(source="product.code", default=None, allow_null=True)
    packs = serializers.IntegerField(source="format.packs", default=None, allow_null=True)
    pack_size = serializers.IntegerField(source="format.pack_size", default=None, allow_null=True)

    class Meta:
        ref_name = "Preset"


class PresetsApi(APIView):
    """The presets for drafts and constructed events."""

    @extend_schema(operation_id="presets", responses=PresetSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(PresetSerializer([*draft_presets(), *constructed_presets()], many=True).data)


class EventsApi(APIView):
    """The caller's newest events, as an official or a player; create an event."""

    @extend_schema(operation_id="events", responses=EventSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(EventSerializer([own.event for own in account_events(account_of(request))], many=True).data)

    @extend_schema(operation_id="create_event", request=NewEventSerializer, responses={201: EventDeskSerializer})
    def post(self, request: Request) -> Response:
        refuse_non_staff(request.user)
        data = validated_data(request, NewEventSerializer)
        chosen = find_preset(code := data.pop("preset"))
        if chosen is None:
            raise preset_error(code, field="preset")
        data["days"] = read_event_days(data.get("days", ()))
        new = _new(chosen, data) if isinstance(chosen, DraftPreset) else _new_constructed(chosen, data)

        def create() -> Event:
            event = create_event(new, by=account_of(request))
            exempt_network(event, request.META["REMOTE_ADDR"])
            return event

        return respond_once(request, create, EventDeskSerializer, status=201)


class EventApi(APIView):
    """The public data of an event."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="event", responses=EventSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(EventSerializer(visible_event(request, slug)).data)


class DeskApi(APIView):
    """An event as its officials see it, with join code and plan."""

    @extend_schema(operation_id="desk", responses=EventDeskSerializer)
    def get(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "see_desk")
        if by.role in PERMISSIONS["admit"]:
            exempt_network(event, request.META["REMOTE_ADDR"])
        return Response(EventDeskSerializer(event).data)


class NextStepApi(APIView):
    """The next step of the event."""

    @extend_schema(operation_id="next_step", responses=NextStepSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(NextStepSerializer(next_step(event_and_actor(request, slug, "see_desk")[0])).data)


class PodQuery(serializers.Serializer[Any]):
    pod = serializers.IntegerField(required=False, min_value=1, help_text="The number of a pod, from 1.")


class StandingsApi(APIView):
    """The standings of the event or of one pod."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="standings", parameters=[PodQuery], responses=StandingSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = visible_event(request, slug)
        return Response(StandingSerializer(explained_table(event, pod=_pod(request, event)), many=True).data)


class BracketApi(APIView):
    """The top cut, stage by stage from the top of the bracket; empty before it has begun."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="bracket", responses=BracketStageSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = visible_event(request, slug)
        return Response(BracketStageSerializer(bracket_stages(event, tournament_of(event)), many=True).data)


class TournamentApi(APIView):
    """The event as a tournament file, for the commands pair and standings and for other programs.

    Only officials get the pairing exclusions.
    """

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="tournament", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        event = visible_event(request, slug)
        return Response(tournament_json(exportable_tournament(event, request.user)))


class TrfApi(APIView):
    """The event as a tournament report file (TRF16) for chess tools.

    It has the results of the Swiss rounds, but no games, pods or top cut. Only officials get the pairing exclusions.
    """

    permission_classes = [IsAuthenticatedOrReadOnly]

    class Output(serializers.Serializer[Any]):
        trf = serializers.CharField(help_text="The text of the file; its lines end with CR LF.")

        class Meta:
            ref_name = "Trf"

    @extend_schema(operation_id="trf", parameters=[PodQuery], responses={200: Output, 422: None})
    def get(self, request: Request, slug: str) -> Response:
        event = visible_event(request, slug)
        text = event_trf(event, exportable_tournament(event, request.user), pod=_pod(request, event))
        return Response(self.Output({"trf": text}).data)


class OfficialsApi(APIView):
    """The officials of the event; appoint one."""

    class Input(serializers.Serializer[Any]):
        handle = serializers.CharField(help_text="The handle of a staff account.")
        role = serializers.ChoiceField(Official.Role.choices)

        class Meta:
            ref_name = "NewOfficial"

    @extend_schema(operation_id="officials", responses=OfficialSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event, _by = event_and_actor(request, slug, "see_desk")
        return Response(OfficialSerializer(event.officials.select_related("account"), many=True).data)

    @extend_schema(operation_id="appoint", request=Input, responses={201: OfficialSerializer})
    def post(self, request: Request, slug: str) -> Response:
        event, by = event_and_actor(request, slug, "appoint")
        data = validated_data(request, self.Input)
        account = find_staff(data["handle"])
        return respond_once(
            request, lambda: appoint_official(event, account, data["role"], by=by), OfficialSerializer, status=201
        )


class OfficialApi(APIView):
    """Dismiss an official of the event."""

    @extend_schema(operation_id="dismiss", request=None, responses={204: None})
    def delete(self, request: Request, slug: str, handle: str) -> Response:
        event, by = event_and_actor(request, slug, "appoint")
        dismiss_official(event, find_staff(handle), by=by)
        return Response(status=204)


def _pod(request: Request, event: Event) -> int | None:
    """Return the number of the requested pod, None without one. Raises Http404 for an unknown pod."""
    query = PodQuery(data=request.query_params)
    query.is_valid(raise_exception=True)
    number = query.validated_data.get("pod")
    if number and event.is_team_event:
        raise Http404  # teams sit in several pods
    return None if number is None else get_object_or_404(ranked_pods(event), number=number).number


def _new(chosen: DraftPreset, data: dict[str, Any]) -> NewEvent:
    if BY_ROUND in data and {"products", "mix", "cube"} & data.keys():
        raise PacksChosenTwiceError
    numbers = {field.name: data.pop(field.name) for field in fields(DraftFormat) if field.name in data}
    terms = replace(chosen.format, **numbers)
    cube = read_cube_refs(chosen.card_set.game, data.pop("cube", ""))
    boosters = _boosters(chosen, data, terms.packs)
    if cube:
        boosters = [{"game": chosen.card_set.game}] * terms.packs
    if code := data.pop("cut_product", ""):
        other = _preset_of_game(chosen.card_set.game, code, field="cut_product")
        data["cut_boosters"] = mixed_boosters([other], ONE_KIND_A_ROUND, terms.packs)
    defaults = {"pick_clock": default_pick_clock(data.get("opening", Pod.Opening.STANDING))}
    return NewEvent(data.pop("name"), terms, boosters, defaults | data, cube=cube)


def _new_constructed(chosen: ConstructedPreset, data: dict[str, Any]) -> NewEvent:
    """Return a new constructed event from ``data``. Raises ConstructedDraftError for fields of a draft."""
    if draft_fields := DRAFT_ONLY_FIELDS & data.keys():
        raise draft_settings_error(draft_fields)
    numbers = {field.name: data.pop(field.name) for field in fields(ConstructedFormat) if field.name in data}
    terms, name = replace(chosen.format, **numbers), data.pop("name")
    return NewEvent(name, terms, (), data, game=chosen.ruleset.name, variant=chosen.variant)


def _boosters(chosen: DraftPreset, data: dict[str, Any], packs: int) -> list[dict[str, Any]]:
    """Return the packs of each pack round from ``data``, and remove the fields read.

    Raises UnknownProductError and the errors of `boosters_by_round`.
    """
    game, rounds = chosen.card_set.game, data.pop(BY_ROUND, None)
    if rounds is not None:
        return boosters_by_round([_choice(game, each, number) for number, each in enumerate(rounds, 1)], packs)
    kinds = [_preset_of_game(game, code) for code in data.pop("products", [])] or [chosen]
    return mixed_boosters(kinds, data.pop("mix", ONE_KIND_A_ROUND), packs)


def _choice(game: str, data: dict[str, Any], number: int) -> PackRoundChoice:
    kinds = [_preset_of_game(game, code, field=round_field(number)) for code in data["products"]]
    return PackRoundChoice(kinds, data.get("mix", ""))


def _preset_of_game(game: str, code: str, *, field: str = "product") -> DraftPreset:
    """Return the draft preset with this ``code``. Raises UnknownProductError for none, or one of another game."""
    found = find_draft_preset(code)
    if found is None or found.card_set.game != game:
        raise UnknownProductError(field=field)
    return found
