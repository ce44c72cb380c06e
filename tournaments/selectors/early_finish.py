"""What of an event is still to be played, and what finishing it now would leave out."""

from dataclasses import dataclass

from gameplay.models import LogEntry
from tournaments.models import Event
from tournaments.selectors.history import tournament_of
from tournaments.selectors.pairings import PairedRound, pairings
from tournaments.selectors.progress import Phase, phase
from tournaments.selectors.stages import is_over, stages_of
from tournaments.selectors.teams import still_playing

FINISHED_EARLY = "event_finished_early"
"""What the log calls it."""


@dataclass(frozen=True, slots=True)
class Unplayed:
    """``complete`` of the ``planned`` rounds and stages have all their results; ``open`` ones do not count, if any."""

    complete: int
    planned: int
    open: list[PairedRound]

    @property
    def lost(self) -> int:
        """Return at how many tables of the open rounds a result was reported."""
        return sum(paired.told for paired in self.open)


def unplayed(event: Event) -> Unplayed | None:
    """Return what of ``event`` is still to be played, None if nothing is. Twelve queries at most."""
    published = pairings(event)[::-1]
    first = next((place for place, paired in enumerate(published) if paired.waiting), len(published))
    planned = event.terms.rounds + len(stages_of(event, [paired.round for paired in published]))
    found = Unplayed(first, planned, published[first:])
    if found.open or found.complete < event.terms.rounds:
        return found
    return None if is_over(event, tournament_of(event)) else found


def may_finish_early(event: Event) -> bool:
    """Whether there are standings, or everybody has left before there were any and no bot still drafts. Four queries."""
    now = phase(event)
    if now is Phase.ROUNDS:
        return True
    waiting = now is Phase.DECKS or (now is Phase.DRAFT and event.at_table)
    return waiting and not still_playing(event)


def early_finish(event: Event) -> LogEntry | None:
    """Return the entry of the log that tells why ``event`` was finished early; None if it was not. One query."""
    if not event.finished_at:
        return None
    return LogEntry.objects.filter(stream=event.stream, action=FINISHED_EARLY).first()
