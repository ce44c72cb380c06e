"""The stages of the top cut of an event: which are played, and which comes next."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Event, Round
from tournaments.rules import bracket
from tournaments.rules.cut import CutStage, stages_of_size
from tournaments.rules.history import TopCut, Tournament
from tournaments.rules.pairing import RoundPairing


@dataclass(frozen=True, slots=True)
class UpcomingStage:
    """The next stage of a cut and its pairing; without matches and byes the cut is over."""

    stage: CutStage | None
    cut: TopCut
    pairing: RoundPairing


def upcoming_stage(event: Event, tournament: Tournament) -> UpcomingStage:
    """Return the next stage after the Swiss rounds; all published matches must have results."""
    seed = bytes(event.seed)
    cut = bracket.current_cut(tournament, event.cut, seed)
    found = bracket.pair_stage(tournament, cut, seed)
    remaining = stages_of_size(cut.size)[len(cut.rounds) :]
    return UpcomingStage(remaining[0] if remaining else None, cut, found)


def is_event_cut_over(event: Event, tournament: Tournament) -> bool:
    """Return whether the cut of ``event`` is complete, or the event has none."""
    return not event.cut or bracket.is_cut_over(tournament)


def event_stages(event: Event, published: Iterable[Round]) -> list[CutStage]:
    """Return the stages of the cut of ``event``: as paired in the ``published`` rounds, else as announced."""
    if not event.cut:
        return []
    first = next((each for each in published if each.stage), None)
    return stages_of_size(first.pairing["cut"]["size"] if first else event.cut)


def has_cut_begun(event: Event) -> bool:
    """Return whether a stage of the cut is published, so that its size is fixed.

    Makes one query, none without a cut.
    """
    return event.cut > 0 and event.rounds.exclude(stage="").filter(published_at__isnull=False).exists()
