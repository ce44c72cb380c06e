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
    """A place in the bracket: ``entry`` is None if it is empty or open, ``won`` is true if the player has advanced."""

    seed: int | None
    entry: Contestant | None
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketMeeting:
    """Two places that meet, and their match once it is paired."""

    places: tuple[BracketPlace, BracketPlace]
    pairing: TableMatch | None

    @property
    def score(self) -> str:
        return self.pairing.score if self.pairing and self.pairing.final else ""

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
    return [builder.column(*each) for each in zip(stages_of_size(tournament.cut.size), found, found[1:], strict=False)]


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

    def column(self, stage: CutStage, here: bracket.Slots, after: bracket.Slots) -> BracketStage:
        return BracketStage(
            stage, [self.meeting(stage, *each) for each in zip(bracket.slot_pairs(here), after, strict=True)]
        )

    def meeting(self, stage: CutStage, pair: Sequence[str | None], winner: str | None) -> BracketMeeting:
        places = [self.place(player, won=player is not None and player == winner) for player in pair]
        places.sort(key=lambda place: place.seed or len(self.seeds) + 1)
        return BracketMeeting((places[0], places[1]), self.pairing(stage, {player for player in pair if player}))

    def place(self, player: str | None, *, won: bool) -> BracketPlace:
        return BracketPlace(self.seeds[player], self.entries[player], won) if player else BracketPlace(None, None)

    def pairing(self, stage: CutStage, players: set[str]) -> TableMatch | None:
        return next((each for met, (at, each) in self.matches.items() if at == stage and met and met <= players), None)
