"""What comes next in the top cut of an event, and how far it is."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Event, Round
from tournaments.rules import bracket
from tournaments.rules.cut import CutStage, stages_of_size
from tournaments.rules.history import TopCut, Tournament
from tournaments.rules.pairing import RoundPairing


@dataclass(frozen=True, slots=True)
class UpcomingStage:
    """The next stage of a cut, and who would meet in it; without matches and byes the cut is over."""

    stage: CutStage | None
    cut: TopCut
    pairing: RoundPairing


def upcoming_stage(event: Event, tournament: Tournament) -> UpcomingStage:
    """Return what comes next once the announced rounds are played, and every result is in."""
    seed = bytes(event.seed)
    cut = bracket.current_cut(tournament, event.cut, seed)
    found = bracket.pair_stage(tournament, cut, seed)
    left = stages_of_size(cut.size)[len(cut.rounds) :]
    return UpcomingStage(left[0] if left else None, cut, found)


def is_event_cut_over(event: Event, tournament: Tournament) -> bool:
    """Whether there is nothing more to play in the cut of ``event``, or it has none."""
    return not event.cut or bracket.is_cut_over(tournament)


def event_stages(event: Event, published: Iterable[Round]) -> list[CutStage]:
    """Return the stages of the cut of ``event``: as it was made in the ``published`` rounds, or as it is announced."""
    if not event.cut:
        return []
    first = next((each for each in published if each.stage), None)
    return stages_of_size(first.pairing["cut"]["size"] if first else event.cut)


def has_cut_begun(event: Event) -> bool:
    """Whether the cut is published: nothing is changed of its size any more. One query, none without a cut."""
    return event.cut > 0 and event.rounds.exclude(stage="").filter(published_at__isnull=False).exists()
