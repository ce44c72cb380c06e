"""What of an event is still to be played, and what finishing it now would leave out."""

from dataclasses import dataclass

from gameplay.models import LogEntry
from tournaments.models import Event
from tournaments.selectors.history import tournament_of
from tournaments.selectors.pairings import PairedRound, published_rounds
from tournaments.selectors.progress import EventPhase, event_phase
from tournaments.selectors.stages import event_stages, is_event_cut_over
from tournaments.selectors.teams import count_still_playing

FINISHED_EARLY_ACTION = "event_finished_early"
"""What the log calls it."""


@dataclass(frozen=True, slots=True)
class UnplayedRounds:
    """``complete`` of the ``planned`` rounds and stages have all their results; ``open`` ones do not count, if any."""

    complete_rounds: int
    planned_rounds: int
    open_rounds: list[PairedRound]

    @property
    def lost_results(self) -> int:
        """Return at how many tables of the open rounds a result was reported."""
        return sum(paired.reported_tables for paired in self.open_rounds)


def unplayed_rounds(event: Event) -> UnplayedRounds | None:
    """Return what of ``event`` is still to be played, None if nothing is. Twelve queries at most."""
    published = published_rounds(event)[::-1]
    first = next((place for place, paired in enumerate(published) if paired.tables_without_result), len(published))
    planned = event.event_format.rounds + len(event_stages(event, [paired.round for paired in published]))
    found = UnplayedRounds(first, planned, published[first:])
    if found.open_rounds or found.complete_rounds < event.event_format.rounds:
        return found
    return None if is_event_cut_over(event, tournament_of(event)) else found


def may_finish_early(event: Event) -> bool:
    """Whether there are standings, or everybody has left before there were any and no bot still drafts. Four queries."""
    now = event_phase(event)
    if now is EventPhase.ROUNDS:
        return True
    waiting = now is EventPhase.DECKS or (now is EventPhase.DRAFT and event.is_paper_draft)
    return waiting and not count_still_playing(event)


def early_finish_entry(event: Event) -> LogEntry | None:
    """Return the entry of the log that tells why ``event`` was finished early; None if it was not. One query."""
    if not event.finished_at:
        return None
    return LogEntry.objects.filter(stream=event.stream, action=FINISHED_EARLY_ACTION).first()
