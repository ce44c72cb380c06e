"""What comes next in the top cut of an event, and how far it is."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Event, Round
from tournaments.rules import bracket
from tournaments.rules.cut import Stage, stages
from tournaments.rules.history import Cut, Tournament
from tournaments.rules.pairing import Pairing


@dataclass(frozen=True, slots=True)
class Upcoming:
    """The next stage of a cut, and who would meet in it; without matches and byes the cut is over."""

    stage: Stage | None
    cut: Cut
    paired: Pairing


def upcoming(event: Event, tournament: Tournament) -> Upcoming:
    """Return what comes next once the announced rounds are played, and every result is in."""
    seed = bytes(event.seed)
    cut = bracket.begun(tournament, event.cut, seed)
    found = bracket.pair_stage(tournament, cut, seed)
    left = stages(cut.size)[len(cut.rounds) :]
    return Upcoming(left[0] if left else None, cut, found)


def is_over(event: Event, tournament: Tournament) -> bool:
    """Whether there is nothing more to play in the cut of ``event``, or it has none."""
    return not event.cut or bracket.over(tournament)


def stages_of(event: Event, published: Iterable[Round]) -> list[Stage]:
    """Return the stages of the cut of ``event``: as it was made in the ``published`` rounds, or as it is announced."""
    if not event.cut:
        return []
    first = next((each for each in published if each.stage), None)
    return stages(first.pairing["cut"]["size"] if first else event.cut)


def begun(event: Event) -> bool:
    """Whether the cut is published: nothing is changed of its size any more. One query, none without a cut."""
    return event.cut > 0 and event.rounds.exclude(stage="").filter(published_at__isnull=False).exists()
