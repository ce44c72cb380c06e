"""Serializers of the event API."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from drafting.rules.mixes import MixDistribution
from gameplay.games import RULESETS as GAMES
from tournaments.models import Call, Entry, Event, Official, PairingExclusion, Round, Team
from tournaments.rules.cut import CUT_SIZES
from tournaments.rules.json_output import figure_json, outlook_json, to_decimal
from tournaments.rules.results import GameEnd, MatchSide
from tournaments.rules.rulesets import TIE_BREAK_RULES
from tournaments.rules.teams import TEAM_SIZES as SIZES_OF_TEAMS
from tournaments.selectors.cut import BracketMeeting
from tournaments.selectors.next_step import NextStep
from tournaments.selectors.pack_rounds import MIX_LABELS
from tournaments.selectors.pairings import PairedMatch, paired_round
from tournaments.selectors.proposals import proposal_checksum
from tournaments.selectors.results import result_json
from tournaments.selectors.standings import StandingCell, StandingRow

PLACES = [(places, str(places)) for places in (0, *CUT_SIZES)]
"""The sizes of a top cut; 0 for none."""


class EventSerializer(serializers.ModelSerializer[Event]):
    """The public data of an event; ``seed`` is empty until it is finished."""

    seed = serializers.CharField(source="revealed_seed", read_only=True)
    switches = serializers.DictField(read_only=True, help_text="House rulings that differ from the default.")
    format = serializers.JSONField(read_only=True)
    drafted = serializers.BooleanField(read_only=True, help_text="Otherwise it is played with constructed decks.")

    class Meta:
        model = Event
        ref_name = "Event"
        fields = ["id", "slug", "name", "place", "starts_at", "game", "variant", "drafted", "format"]
        fields += ["boosters", "cube", "play", "opening"]
        fields += ["pick_clock", "abandoned", "draft_log", "deck_changes", "take_backs", "intentional_draws", "ruleset"]
        fields += ["pairing", "power_pairing", "cut", "team_size", "switches", "visibility", "rehearsal"]
        fields += ["commitment", "seed", "created_at", "registration_closed_at", "seated_at", "decks_locked_at"]
        fields += ["finished_at"]
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
        child=serializers.CharField(), allow_empty=False, max_length=99, help_text="Codes of presets."
    )
    mix = serializers.ChoiceField(
        [by.value for by in MixDistribution], required=False, help_text="With several products."
    )

    class Meta:
        ref_name = "RoundPacks"


class NewEventSerializer(serializers.Serializer[Any]):
    """A new event: the code of a preset, and the settings that differ from it."""

    preset = serializers.CharField(help_text="A code from GET /api/v1/presets.")
    name = serializers.CharField(max_length=80)
    place = serializers.CharField(max_length=80, required=False)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    packs = serializers.IntegerField(required=False, min_value=0, max_value=99)
    pack_size = serializers.IntegerField(required=False, min_value=0, max_value=99)
    deck_size = serializers.IntegerField(required=False, min_value=0, max_value=999)
    build_minutes = serializers.IntegerField(required=False, min_value=0, max_value=999)
    vp_target = serializers.IntegerField(required=False, min_value=0, max_value=99)
    rounds = serializers.IntegerField(required=False, min_value=0, max_value=99)
    match_minutes = serializers.IntegerField(required=False, min_value=0, max_value=999)
    cut = serializers.ChoiceField(PLACES, required=False, help_text="The number of players in the top cut; 0 for none.")
    team_size = serializers.ChoiceField(
        SIZES_OF_TEAMS, required=False, help_text="Players in each team; 1 for an event without teams."
    )
    sealed = serializers.BooleanField(required=False, help_text="Packs are not passed.")
    products = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Codes of presets, to mix several kinds."
    )
    mix = serializers.ChoiceField(sorted(MIX_LABELS), required=False, help_text="How several kinds are mixed.")
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
    draft_log = serializers.ChoiceField(Event.DraftLog.choices, required=False)
    visibility = serializers.ChoiceField(Event.Visibility.choices, required=False)
    deck_changes = serializers.BooleanField(required=False)
    take_backs = serializers.BooleanField(required=False)
    intentional_draws = serializers.BooleanField(required=False)
    ruleset = serializers.CharField(
        required=False,
        max_length=20,
        help_text=f"Of the standings: {', '.join(TIE_BREAK_RULES)}; by default the first.",
    )
    pairing = serializers.ChoiceField(Event.Pairing.choices, required=False)
    power_pairing = serializers.BooleanField(
        required=False, help_text="Pair the last round by rank: 1-2, 3-4 and so on."
    )
    switches = serializers.DictField(required=False, help_text='House rulings, such as {"redraw": "discard"}.')

    class Meta:
        ref_name = "NewEvent"


class NextStepSerializer(serializers.Serializer[NextStep]):
    """The next step of the event; ``blocked`` says why it cannot be taken yet, empty if it can."""

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


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """A player; in a team event with the number of the team and the place in it, 1 for board A."""

    team = serializers.IntegerField(source="team.number", default=None, allow_null=True, read_only=True)

    class Meta:
        model = Entry
        ref_name = "Entry"
        fields = ["number", "name", "team", "place", "checked_in_at", "dropped_after_round", "disqualified_at"]
        read_only_fields = fields


class TeamSerializer(serializers.ModelSerializer[Team]):
    """A team with its members, by board from A."""

    members = EntrySerializer(source="lineup", many=True, read_only=True)

    class Meta:
        model = Team
        ref_name = "Team"
        fields = ["number", "name", "members"]
        read_only_fields = fields


class ReasonInput(serializers.Serializer[Any]):
    """The reason of an action, and nothing else."""

    reason = serializers.CharField(max_length=200)

    class Meta:
        ref_name = "GivenReason"


class PairingExclusionSerializer(serializers.ModelSerializer[PairingExclusion]):
    """A pairing exclusion: two players, by their numbers, and the reason."""

    first = serializers.IntegerField(source="a.number", read_only=True)
    second = serializers.IntegerField(source="b.number", read_only=True)

    class Meta:
        model = PairingExclusion
        ref_name = "KeptApart"
        fields = ["id", "first", "second", "reason", "at"]
        read_only_fields = fields


class OfficialSerializer(serializers.ModelSerializer[Official]):
    handle = serializers.CharField(source="account.handle", read_only=True)

    class Meta:
        model = Official
        ref_name = "Official"
        fields = ["handle", "role"]
        read_only_fields = fields


class GameResultSerializer(serializers.Serializer[Any]):
    """A game: the winner's side, null for a draw; both players' VP, or what the game counts instead; how it ended."""

    winner = serializers.ChoiceField([side.value for side in MatchSide], allow_null=True)
    vp_a = serializers.IntegerField(min_value=0, max_value=99)
    vp_b = serializers.IntegerField(min_value=0, max_value=99)
    end = serializers.CharField(
        max_length=20,
        help_text=f"One of {', '.join(GameEnd)}, or an end of the game itself: "
        + "; ".join(f"{game}: {', '.join(rules.scoring.endings)}" for game, rules in GAMES.items()),
    )

    class Meta:
        ref_name = "GameResult"


class MatchResultSerializer(serializers.Serializer[Any]):
    """A match result: its games in order, or none for an intentional draw."""

    games = GameResultSerializer(
        many=True,
        required=False,
        help_text="Includes the games lost by penalties in this match: their end is penalty.",
    )
    agreed = serializers.BooleanField(required=False, default=False)

    class Meta:
        ref_name = "MatchResult"


class MatchSerializer(serializers.Serializer[PairedMatch]):
    """A match and the state of its reports; ``version`` is the number of the newest one, to be sent when reporting."""

    id = serializers.UUIDField(source="match.id")
    round = serializers.IntegerField(source="match.round.number")
    stage = serializers.CharField(source="match.round.stage", help_text="Of the top cut; empty in the Swiss rounds.")
    kind = serializers.CharField(source="match.kind")
    table = serializers.IntegerField(source="match.table", allow_null=True)
    board = serializers.IntegerField(source="match.board", help_text="Of the table, from 1; 1 without teams.")
    a = serializers.IntegerField(source="match.a.number")
    b = serializers.IntegerField(source="match.b.number", default=None, allow_null=True)
    ends_at = serializers.DateTimeField(source="match.ends_at", allow_null=True)
    extra_minutes = serializers.IntegerField(source="match.extra_minutes")
    state = serializers.CharField(source="agreed.state", read_only=True)
    version = serializers.IntegerField(source="agreed.number", read_only=True)
    result = serializers.SerializerMethodField()

    class Meta:
        ref_name = "Match"

    def get_result(self, pairing: PairedMatch) -> dict[str, Any] | None:
        found = pairing.agreed.result
        return result_json(found) if found else None


def _matches(pairings: Iterable[PairedMatch]) -> list[dict[str, Any]]:
    """Serialize many matches with one serializer, since creating one for each is slower than the serialization."""
    serializer = MatchSerializer()
    return [serializer.to_representation(pairing) for pairing in pairings]


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round; until it is published, ``proposal`` is the checksum of its pairings, to be sent when publishing it."""

    matches = serializers.SerializerMethodField()
    pairing = serializers.JSONField(read_only=True)
    proposal = serializers.SerializerMethodField()

    class Meta:
        model = Round
        ref_name = "Round"
        fields = ["number", "stage", "minutes", "paired_at", "published_at", "ends_at", "proposal", "pairing"]
        fields += ["matches"]
        read_only_fields = fields

    def get_proposal(self, found: Round) -> str:
        return proposal_checksum(found)

    @extend_schema_field(MatchSerializer(many=True))
    def get_matches(self, paired: Round) -> Any:
        return _matches(paired_round(paired).pairings)


class PublishedRoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(source="round.number")
    stage = serializers.CharField(source="round.stage")
    published_at = serializers.DateTimeField(source="round.published_at")
    ends_at = serializers.DateTimeField(source="round.ends_at")
    matches = serializers.SerializerMethodField()

    class Meta:
        ref_name = "PublishedRound"

    def get_matches(self, paired: Any) -> list[dict[str, Any]]:
        return _matches(paired.pairings)


class StandingCellSerializer(serializers.Serializer[StandingCell]):
    """A figure of one column, as an exact fraction and with six decimals, and its calculation."""

    column = serializers.CharField(source="heading.code")
    exact = serializers.CharField(source="value")
    decimal = serializers.SerializerMethodField()
    opened = serializers.SerializerMethodField(help_text="Its kind is points, share, mean or tied.")

    class Meta:
        ref_name = "StandingFigure"

    def get_decimal(self, cell: StandingCell) -> float:
        return to_decimal(cell.value)

    def get_opened(self, cell: StandingCell) -> dict[str, Any]:
        return figure_json(cell.figure)


class TeamMemberSerializer(serializers.Serializer[Any]):
    """A member of a team and their record on their own board."""

    number = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    record = serializers.CharField()

    class Meta:
        ref_name = "TeamMember"


class StandingSerializer(serializers.Serializer[Any]):
    """A row with its figures in the order of the tie-breakers; in a team event ``number`` and ``name`` are the team's.

    Once a top cut is over, it decides the ``rank``, and the figures the ``swiss_rank``, which is null otherwise.
    ``outlooks`` are the ranks in the pod that are possible with a win, a draw and a loss in the last round.
    """

    rank = serializers.IntegerField()
    swiss_rank = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    match_points = serializers.IntegerField(source="record.match_points")
    record = serializers.CharField()
    figures = StandingCellSerializer(source="cells", many=True)
    outlooks = serializers.SerializerMethodField()
    members = TeamMemberSerializer(many=True, help_text="Of a team.")

    class Meta:
        ref_name = "Standing"

    def get_outlooks(self, row: StandingRow) -> dict[str, Any]:
        return {result: outlook_json(outlook) for result, outlook in row.outlooks.items()}


class BracketPlaceSerializer(serializers.Serializer[Any]):
    """A player in the bracket; ``won`` if they have advanced from here."""

    seed = serializers.IntegerField()
    number = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    won = serializers.BooleanField()

    class Meta:
        ref_name = "BracketPlace"


class BracketMeetingSerializer(serializers.Serializer[BracketMeeting]):
    """A match of the bracket, the higher seed first; ``match`` is null before it is paired."""

    places = serializers.SerializerMethodField()
    match = serializers.UUIDField(source="pairing.match.pk", default=None, allow_null=True)
    score = serializers.CharField(help_text="Once the result is final.")
    walkover = serializers.BooleanField(help_text="A player advances without a match.")

    class Meta:
        ref_name = "BracketMeeting"

    @extend_schema_field(BracketPlaceSerializer(many=True))
    def get_places(self, meeting: BracketMeeting) -> list[dict[str, Any]]:
        return [dict(BracketPlaceSerializer(place).data) for place in meeting.places if place.entry]


class BracketStageSerializer(serializers.Serializer[Any]):
    """One stage of a top cut."""

    stage = serializers.CharField()
    meetings = BracketMeetingSerializer(many=True)

    class Meta:
        ref_name = "BracketStage"


class CallSerializer(serializers.ModelSerializer[Call]):
    table = serializers.IntegerField(source="match.table", default=None, allow_null=True, read_only=True)
    board = serializers.IntegerField(source="match.board", default=None, allow_null=True, read_only=True)
    pod = serializers.UUIDField(source="seat.pod_id", default=None, allow_null=True, read_only=True)
    seat = serializers.SerializerMethodField(help_text="The seat number from 1, for a call to a seat.")
    author = serializers.CharField(source="author.handle", read_only=True)
    claimed_by = serializers.CharField(source="claimed_by.handle", default=None, allow_null=True, read_only=True)

    class Meta:
        model = Call
        ref_name = "Call"
        fields = ["id", "category", "text", "table", "board", "pod", "seat", "author", "claimed_by", "at"]
        fields += ["claimed_at", "escalated_at", "resolved_at"]
        read_only_fields = fields

    def get_seat(self, call: Call) -> int | None:
        return call.seat.number + 1 if call.seat else None
