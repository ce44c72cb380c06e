"""The bracket of a top cut, as pages and programs are shown it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from tournaments.models import Event
from tournaments.rules import bracket
from tournaments.rules.cut import STAGES, Stage, stages
from tournaments.rules.history import Cut, Tournament
from tournaments.selectors.history import tournament_of
from tournaments.selectors.pairings import Meeting as Met
from tournaments.selectors.pairings import cut_pairings
from tournaments.selectors.stages import upcoming
from tournaments.selectors.teams import Contestant, contestants


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the bracket: who stands there, None for nobody or nobody yet; whether they have gone on from there."""

    seed: int | None
    entry: Contestant | None
    won: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two places that meet, and their match if it is played or to be played."""

    places: tuple[Place, Place]
    pairing: Met | None

    @property
    def score(self) -> str:
        return self.pairing.score if self.pairing and self.pairing.final else ""

    @property
    def walkover(self) -> bool:
        """Whether somebody goes on without a match."""
        return self.pairing is not None and self.pairing.match.b is None


@dataclass(frozen=True, slots=True)
class Column:
    """One stage, from the top of the bracket."""

    stage: Stage
    meetings: Sequence[Meeting]

    @property
    def last(self) -> bool:
        return self.stage is Stage.FINAL

    @property
    def title(self) -> str:
        return gettext(STAGES[self.stage])


def columns(event: Event, tournament: Tournament) -> list[Column]:
    """Return the bracket of ``event``, stage by stage; nothing before it has begun. Four queries."""
    if tournament.cut is None:
        return []
    drawn = _Drawn(event, tournament.cut)
    found = bracket.slots(tournament.cut)
    found += [(None,) * (tournament.cut.size >> stage) for stage in range(len(found), tournament.cut.size.bit_length())]
    return [drawn.column(*each) for each in zip(stages(tournament.cut.size), found, found[1:], strict=False)]


def preview(event: Event) -> list[Column]:
    """Return the bracket with the stage that is paired next, before it is published. Nine queries."""
    tournament = tournament_of(event)
    return columns(event, replace(tournament, cut=upcoming(event, tournament).cut))


class _Drawn:
    """What a bracket is drawn from."""

    def __init__(self, event: Event, cut: Cut) -> None:
        self.seeds = {player: seed for seed, player in enumerate(cut.seeds, 1)}
        self.entries = contestants(event)
        self.matches = {
            frozenset(entry.id_in_rules for entry in (each.match.a, each.match.b) if entry): (paired.round.stage, each)
            for paired in cut_pairings(event)
            for each in paired.meetings
        }

    def column(self, stage: Stage, here: bracket.Slots, after: bracket.Slots) -> Column:
        return Column(stage, [self.meeting(stage, *each) for each in zip(bracket.pairs(here), after, strict=True)])

    def meeting(self, stage: Stage, pair: Sequence[str | None], goes_on: str | None) -> Meeting:
        places = [self.place(player, won=player is not None and player == goes_on) for player in pair]
        places.sort(key=lambda place: place.seed or len(self.seeds) + 1)
        return Meeting((places[0], places[1]), self.pairing(stage, {player for player in pair if player}))

    def place(self, player: str | None, *, won: bool) -> Place:
        return Place(self.seeds[player], self.entries[player], won) if player else Place(None, None)

    def pairing(self, stage: Stage, players: set[str]) -> Met | None:
        return next(
            (each for those, (at, each) in self.matches.items() if at == stage and those and those <= players), None
        )
