"""The unplayed rounds of an event, and the results that finishing it early would discard."""

from dataclasses import dataclass

from tournaments.models import Event
from tournaments.selectors.history import tournament_of
from tournaments.selectors.pairings import PairedRound, published_rounds
from tournaments.selectors.progress import EventPhase, event_phase
from tournaments.selectors.stages import event_stages, is_event_cut_over
from tournaments.selectors.teams import count_still_playing


@dataclass(frozen=True, slots=True)
class UnplayedRounds:
    """Rounds and stages: how many are complete and planned, and the open ones, which an early finish discards."""

    complete_rounds: int
    planned_rounds: int
    open_rounds: list[PairedRound]

    @property
    def countable_round(self) -> PairedRound | None:
        """The open Swiss round, whose results can count; None without one. A stage of a cut needs winners."""
        return next((paired for paired in self.open_rounds if not paired.round.stage), None)

    @property
    def lost_results(self) -> int:
        """The number of tables of the open rounds with a reported result."""
        return sum(paired.reported_tables for paired in self.open_rounds)


def unplayed_rounds(event: Event) -> UnplayedRounds | None:
    """Return the unplayed rounds of ``event``, None if all is played. Makes twelve queries at most."""
    published = published_rounds(event)[::-1]
    first = next((index for index, paired in enumerate(published) if paired.tables_without_result), len(published))
    planned = event.event_format.rounds + len(event_stages(event, [paired.round for paired in published]))
    found = UnplayedRounds(first, planned, published[first:])
    if found.open_rounds or found.complete_rounds < event.event_format.rounds:
        return found
    return None if is_event_cut_over(event, tournament_of(event)) else found


def may_finish_early(event: Event) -> bool:
    """Return whether there are standings, or all players have left and no bot still drafts. Makes four queries."""
    phase = event_phase(event)
    if phase is EventPhase.ROUNDS or event.cut_seated_at:
        return True
    waiting = phase is EventPhase.DECKS or (phase is EventPhase.DRAFT and event.is_paper_draft)
    return waiting and not count_still_playing(event)
