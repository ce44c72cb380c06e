"""Serializers of players, matches, rounds, standings, the top cut and judge calls."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from gameplay.games import RULESETS as GAMES
from tournaments.models import Call, Entry, MatchGame, PairingExclusion, Round, Team
from tournaments.rules.json_output import figure_json, outlook_json, to_decimal
from tournaments.rules.results import GameEnd, MatchSide
from tournaments.selectors.cut import BracketMeeting
from tournaments.selectors.pairings import PairedMatch, paired_round
from tournaments.selectors.proposals import proposal_checksum
from tournaments.selectors.results import result_json
from tournaments.selectors.standings import StandingCell, StandingRow


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


class EventReasonInput(serializers.Serializer[Any]):
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
        help_text="The games in order, including those lost by penalties, whose end is penalty.",
    )
    agreed = serializers.BooleanField(required=False, default=False)

    class Meta:
        ref_name = "MatchResult"


class MatchSerializer(serializers.Serializer[PairedMatch]):
    """A match and the state of its reports; ``version`` is the number of the newest one, to be sent when reporting."""

    id = serializers.UUIDField(source="match.id")
    round = serializers.IntegerField(source="match.round.number")
    stage = serializers.CharField(
        source="match.round.stage", help_text="The stage of the top cut; empty in the Swiss rounds."
    )
    kind = serializers.CharField(source="match.kind")
    table = serializers.IntegerField(source="match.table", allow_null=True)
    board = serializers.IntegerField(source="match.board", help_text="The board of the table, from 1; 1 without teams.")
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


class MatchGameSerializer(serializers.ModelSerializer[MatchGame]):
    """An online game of a match. If players may change their decks after it, ``next_at`` is when the next one begins.

    It begins earlier if both are ready.
    """

    id = serializers.UUIDField(source="game_id", read_only=True)
    ended_at = serializers.DateTimeField(source="game.ended_at", allow_null=True, read_only=True)

    class Meta:
        model = MatchGame
        ref_name = "MatchGame"
        fields = ["number", "id", "ended_at", "next_at", "a_is_ready", "b_is_ready", "void"]
        read_only_fields = fields


class MatchWithGamesSerializer(MatchSerializer):
    """A match with its online games, in order; empty if it is not played online."""

    games = MatchGameSerializer(many=True, source="match.games.all", read_only=True)

    class Meta:
        ref_name = "MatchWithGames"


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
    opened = serializers.SerializerMethodField(help_text="The calculation; its kind is points, share, mean or tied.")

    class Meta:
        ref_name = "StandingFigure"

    def get_decimal(self, cell: StandingCell) -> float:
        return to_decimal(cell.value)

    def get_opened(self, cell: StandingCell) -> dict[str, Any]:
        return figure_json(cell.figure) if cell.figure else {}


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
    members = TeamMemberSerializer(many=True, help_text="The members of a team; empty for a player.")

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
    score = serializers.CharField(help_text="The score; empty until the result is final.")
    walkover = serializers.BooleanField(help_text="Whether a player advances without a match.")

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
