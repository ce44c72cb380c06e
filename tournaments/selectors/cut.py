"""The bracket of a top cut, for pages and the API."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from tournaments.models import Event
from tournaments.rules import bracket
from tournaments.rules.cut import STAGE_NAMES, CutStage, stages_of_size
from tournaments.rules.history import TopCut, Tournament
from tournaments.selectors.history import tournament_of
from tournaments.selectors.pairings import TableMatch, published_cut_rounds
from tournaments.selectors.stages import upcoming_stage
from tournaments.selectors.teams import Contestant, contestants


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """A place in the bracket: ``entry`` is None if it is empty or open, ``won`` is true if the player has advanced.

    The winner of ``feeder`` takes the place. It is None in the first stage.
    """

    seed: int | None
    entry: Contestant | None
    won: bool = False
    feeder: "BracketMeeting | None" = None

    @property
    def is_open(self) -> bool:
        """Whether a player can still take the place."""
        return self.entry is None and self.feeder is not None and self.feeder.is_open


@dataclass(frozen=True, slots=True)
class BracketMeeting:
    """Two places that meet, and their match once it is paired."""

    places: tuple[BracketPlace, BracketPlace]
    pairing: TableMatch | None

    @property
    def score(self) -> str:
        return self.pairing.score if self.pairing and self.pairing.final else ""

    @property
    def is_open(self) -> bool:
        """Whether a player can still win this meeting: it is not over, or its places are still open."""
        if self.pairing:
            return not self.pairing.final
        return any(place.entry or place.is_open for place in self.places)

    @property
    def walkover(self) -> bool:
        """Whether a player advances without a match."""
        return self.pairing is not None and self.pairing.match.b is None


@dataclass(frozen=True, slots=True)
class BracketStage:
    """One stage, with its matches from the top of the bracket down."""

    stage: CutStage
    meetings: Sequence[BracketMeeting]

    @property
    def is_final(self) -> bool:
        return self.stage is CutStage.FINAL

    @property
    def title(self) -> str:
        return gettext(STAGE_NAMES[self.stage])


def bracket_stages(event: Event, tournament: Tournament) -> list[BracketStage]:
    """Return the bracket of ``event``, stage by stage; [] before it has begun. Makes four queries."""
    if tournament.cut is None:
        return []
    builder = _BracketBuilder(event, tournament.cut)
    found = bracket.slots_by_stage(tournament.cut)
    found += [(None,) * (tournament.cut.size >> stage) for stage in range(len(found), tournament.cut.size.bit_length())]
    stages: list[BracketStage] = []
    for stage, here, after in zip(stages_of_size(tournament.cut.size), found, found[1:], strict=False):
        stages.append(builder.column(stage, here, after, stages[-1].meetings if stages else [None] * len(here)))
    return stages


def bracket_preview(event: Event) -> list[BracketStage]:
    """Return the bracket including the next stage to pair, before it is published. Makes nine queries."""
    tournament = tournament_of(event)
    return bracket_stages(event, replace(tournament, cut=upcoming_stage(event, tournament).cut))


class _BracketBuilder:
    """Builds the stages of a bracket from the published cut rounds."""

    def __init__(self, event: Event, cut: TopCut) -> None:
        self.seeds = {player: seed for seed, player in enumerate(cut.seeds, 1)}
        self.entries = contestants(event)
        self.matches = {
            frozenset(entry.rules_id for entry in (each.match.a, each.match.b) if entry): (paired.round.stage, each)
            for paired in published_cut_rounds(event)
            for each in paired.meetings
        }

    def column(
        self, stage: CutStage, here: bracket.Slots, after: bracket.Slots, feeders: Sequence[BracketMeeting | None]
    ) -> BracketStage:
        places = [self.place(player, feeder, after) for player, feeder in zip(here, feeders, strict=True)]
        return BracketStage(stage, [self.meeting(stage, *pair) for pair in zip(places[::2], places[1::2], strict=True)])

    def meeting(self, stage: CutStage, *places: BracketPlace) -> BracketMeeting:
        first, second = sorted(places, key=lambda place: place.seed or len(self.seeds) + 1)
        return BracketMeeting(
            (first, second), self.pairing(stage, {place.entry.rules_id for place in places if place.entry})
        )

    def place(self, player: str | None, feeder: BracketMeeting | None, after: bracket.Slots) -> BracketPlace:
        if player is None:
            return BracketPlace(None, None, feeder=feeder)
        return BracketPlace(self.seeds[player], self.entries[player], player in after, feeder)

    def pairing(self, stage: CutStage, players: set[str]) -> TableMatch | None:
        return next((each for met, (at, each) in self.matches.items() if at == stage and met and met <= players), None)
