"""The stages of the top cut of an event: which are played, and which comes next."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import CutSeating, Event, Round
from tournaments.rules import bracket
from tournaments.rules.cut import CutStage, cut_of_seeds, stages_of_size
from tournaments.rules.history import TopCut, Tournament
from tournaments.rules.pairing import RoundPairing


@dataclass(frozen=True, slots=True)
class UpcomingStage:
    """The next stage of a cut and its pairing; without matches and byes the cut is over."""

    stage: CutStage | None
    cut: TopCut
    pairing: RoundPairing


def upcoming_stage(event: Event, tournament: Tournament) -> UpcomingStage:
    """Return the next stage after the Swiss rounds; all published matches must have results.

    Makes one query if the cut drafts again and is to be paired.
    """
    seed, seated = bytes(event.seed), seated_cut(event) if tournament.cut is None else None
    cut = seated or bracket.current_cut(tournament, event.cut, seed)
    found = bracket.pair_stage(tournament, cut, seed, has_drafted=seated is not None)
    remaining = stages_of_size(cut.size)[len(cut.rounds) :]
    return UpcomingStage(remaining[0] if remaining else None, cut, found)


def seated_cut(event: Event) -> TopCut | None:
    """Return the cut that was seated for its draft, before its stages; None without one. Makes one query at most."""
    if event.cut_seated_at is None:
        return None
    return cut_of_seeds(CutSeating.objects.values_list("seeds", flat=True).get(event=event))


def is_cut_empty(event: Event, tournament: Tournament) -> bool:
    """Return whether all players have left whom the cut was seated with, so that no stage can be paired."""
    if event.cut_seated_at is None or tournament.cut is not None:
        return False
    found = upcoming_stage(event, tournament).pairing
    return not (found.pairs or found.byes)


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
    """Return whether the cut is seated for its draft or a stage is published, so that its size is fixed.

    Makes one query, none without a cut.
    """
    return event.cut_seated_at is not None or has_stage_begun(event)


def has_stage_begun(event: Event) -> bool:
    """Return whether a stage of the cut is published. Makes one query, none without a cut."""
    return event.cut > 0 and event.rounds.exclude(stage="").filter(published_at__isnull=False).exists()
