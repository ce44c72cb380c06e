"""Serializers of events: their data, settings, officials and next step."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from drafting.rules.mixes import MixDistribution
from tournaments.models import Event, Official
from tournaments.rules.capacity import MAX_CAPACITY
from tournaments.rules.cut import CUT_SIZES
from tournaments.rules.days import MAX_DAYS, EventDay
from tournaments.rules.rulesets import TIE_BREAK_RULES
from tournaments.rules.teams import TEAM_SIZES
from tournaments.selectors.next_step import NextStep
from tournaments.selectors.pack_rounds import MIX_LABELS

PLACES = [(places, str(places)) for places in (0, *CUT_SIZES)]
"""The sizes of a top cut; 0 for none."""


class EventDaySerializer(serializers.Serializer[Any]):
    """A later day of an event."""

    starts_at = serializers.DateTimeField()
    round = serializers.IntegerField(
        allow_null=True,
        min_value=2,
        max_value=99,
        help_text="The Swiss round that it begins with; null for the top cut, or the draft of that.",
    )

    class Meta:
        ref_name = "EventDay"


def read_event_days(data: Iterable[dict[str, Any]]) -> list[EventDay]:
    """Return the days of valid ``data`` of the EventDaySerializer."""
    return [EventDay(**each) for each in data]


class EventSerializer(serializers.ModelSerializer[Event]):
    """The public data of an event; ``seed`` is empty until it is finished."""

    seed = serializers.CharField(source="revealed_seed", read_only=True)
    days = EventDaySerializer(source="later_days", many=True, read_only=True, help_text="The days after the first.")
    switches = serializers.DictField(read_only=True, help_text="House rulings that differ from the default.")
    format = serializers.JSONField(read_only=True)
    drafted = serializers.BooleanField(read_only=True, help_text="Whether decks are drafted, not constructed.")
    brings_decks = serializers.BooleanField(
        read_only=True, help_text="Whether each player submits a deck list; if not, decks are drafted or shared."
    )

    class Meta:
        model = Event
        ref_name = "Event"
        fields = ["id", "slug", "name", "place", "starts_at", "days", "game", "variant", "drafted", "format"]
        fields += ["brings_decks", "boosters", "cube", "play", "opening"]
        fields += ["pick_clock", "abandoned", "draft_log", "deck_changes", "take_backs", "intentional_draws", "ruleset"]
        fields += ["public_decks"]
        fields += ["pairing", "power_pairing", "cut", "cut_draft", "cut_boosters", "team_size", "capacity", "switches"]
        fields += ["visibility", "guardian_age"]
        fields += ["rehearsal", "commitment", "seed", "created_at", "registration_closed_at", "seated_at"]
        fields += ["decks_locked_at", "cut_seated_at", "finished_at"]
        read_only_fields = fields


class EventDeskSerializer(EventSerializer):
    """An event as its officials see it."""

    class Meta(EventSerializer.Meta):
        ref_name = "EventDesk"
        fields = [*EventSerializer.Meta.fields, "join_code", "plan", "drafts_paused_at"]
        read_only_fields = fields


class RoundPacksSerializer(serializers.Serializer[Any]):
    """The packs of one pack round: of one product, or of several mixed by seat or by chance."""

    products = serializers.ListField(
        child=serializers.CharField(), allow_empty=False, max_length=99, help_text="The codes of presets."
    )
    mix = serializers.ChoiceField(
        [by.value for by in MixDistribution],
        required=False,
        help_text="How several products are mixed; required if there are several.",
    )

    class Meta:
        ref_name = "RoundPacks"


class NewEventSerializer(serializers.Serializer[Any]):
    """A new event: the code of a preset, and the settings that differ from it."""

    preset = serializers.CharField(help_text="A code from GET /api/v1/presets.")
    name = serializers.CharField(max_length=80)
    place = serializers.CharField(max_length=80, required=False)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    days = serializers.ListField(
        child=EventDaySerializer(),
        required=False,
        max_length=MAX_DAYS,
        help_text="The days after the first, in order.",
    )
    packs = serializers.IntegerField(required=False, min_value=0, max_value=99)
    pack_size = serializers.IntegerField(required=False, min_value=0, max_value=99)
    deck_size = serializers.IntegerField(required=False, min_value=0, max_value=999)
    build_minutes = serializers.IntegerField(required=False, min_value=0, max_value=999)
    vp_target = serializers.IntegerField(required=False, min_value=0, max_value=99)
    rounds = serializers.IntegerField(required=False, min_value=0, max_value=99)
    match_minutes = serializers.IntegerField(required=False, min_value=0, max_value=999)
    cut = serializers.ChoiceField(PLACES, required=False, help_text="The number of players in the top cut; 0 for none.")
    cut_draft = serializers.BooleanField(
        required=False, help_text="Whether the players of the top cut draft again, and play it with new decks."
    )
    cut_product = serializers.CharField(
        required=False,
        max_length=60,
        help_text="The code of a preset whose packs they draft; by default the same packs.",
    )
    team_size = serializers.ChoiceField(
        TEAM_SIZES, required=False, help_text="The number of players in a team; 1 for an event without teams."
    )
    capacity = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_CAPACITY,
        help_text="The number of players who can register themselves; further ones wait. Null for no limit.",
    )
    sealed = serializers.BooleanField(required=False, help_text="Whether packs are not passed.")
    products = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The codes of presets whose packs are mixed."
    )
    mix = serializers.ChoiceField(sorted(MIX_LABELS), required=False, help_text="How several products are mixed.")
    by_round = serializers.ListField(
        child=RoundPacksSerializer(),
        required=False,
        max_length=99,
        help_text="The packs of each pack round, in order; instead of products, mix and cube.",
    )
    cube = serializers.CharField(
        required=False, max_length=100_000, help_text="One card on each line, by number or title."
    )
    play = serializers.ChoiceField(Event.Play.choices, required=False)
    opening = serializers.ChoiceField(Event._meta.get_field("opening").choices or [], required=False)
    pick_clock = serializers.ChoiceField(
        Event._meta.get_field("pick_clock").choices or [],
        required=False,
        help_text="By default relaxed, or off for a paper draft. When off, only an official can end a player's pick.",
    )
    abandoned = serializers.ChoiceField(Event.Abandoned.choices, required=False)
    draft_log = serializers.ChoiceField(Event.DraftLogVisibility.choices, required=False)
    public_decks = serializers.BooleanField(
        required=False,
        help_text="Constructed events: whether everyone can read the deck lists after the event. Those of a draft "
        "follow draft_log.",
    )
    visibility = serializers.ChoiceField(Event.Visibility.choices, required=False)
    guardian_age = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=20,
        help_text="Players under this age need a guardian's consent and are shown under an alias; 0 for none.",
    )
    deck_changes = serializers.BooleanField(
        required=False, help_text="Whether players may change their decks between games, after all decks are in."
    )
    take_backs = serializers.BooleanField(required=False)
    intentional_draws = serializers.BooleanField(required=False)
    ruleset = serializers.CharField(
        required=False,
        max_length=20,
        help_text=f"The tie-break rules of the standings: {', '.join(TIE_BREAK_RULES)}; by default the first.",
    )
    pairing = serializers.ChoiceField(Event.Pairing.choices, required=False)
    power_pairing = serializers.BooleanField(
        required=False, help_text="Whether the last round is paired by rank: 1-2, 3-4 and so on."
    )
    switches = serializers.DictField(required=False, help_text='House rulings, such as {"redraw": "discard"}.')

    class Meta:
        ref_name = "NewEvent"


class NextStepSerializer(serializers.Serializer[NextStep]):
    """The next step of the event; ``blocked`` is the reason why it cannot be taken yet, empty if it can."""

    code = serializers.CharField()
    button = serializers.SerializerMethodField()
    blocked = serializers.SerializerMethodField()
    round = serializers.IntegerField(source="fields.round", default=None, allow_null=True)
    proposal = serializers.CharField(
        source="fields.proposal",
        default="",
        help_text="The checksum of the proposed round, to be sent when publishing it.",
    )

    class Meta:
        ref_name = "NextStep"

    def get_button(self, step: NextStep) -> str:
        return gettext(step.label).format(**step.fields)

    def get_blocked(self, step: NextStep) -> str:
        return gettext(step.blocked).format(**step.why) if step.blocked else ""


class OfficialSerializer(serializers.ModelSerializer[Official]):
    handle = serializers.CharField(source="account.handle", read_only=True)

    class Meta:
        model = Official
        ref_name = "Official"
        fields = ["handle", "role"]
        read_only_fields = fields
