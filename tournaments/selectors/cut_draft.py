"""Whether the top cut of an event is to be seated for a draft of its own now."""

from gameplay.engine.core.errors import RulesError, _
from tournaments.models import Event
from tournaments.rules.cut import MIN_CUT_SEATS
from tournaments.rules.history import Tournament
from tournaments.selectors.endings import was_reopened
from tournaments.selectors.stages import upcoming_stage


class SecondDraftRevealedError(RulesError):
    """The event was reopened after its seed was revealed, so everyone can compute the packs of a second draft."""

    code = "second_draft_revealed"
    clause = "DRF-2.14"
    sentence = _(
        "The seed was revealed before this event was reopened, so the packs of another draft are known. Let the top "
        "cut play on with its decks."
    )


def may_seat_cut(event: Event, tournament: Tournament) -> bool:
    """Return whether the top cut drafts again and is to be seated now.

    All announced rounds must be played. With fewer than two players left, there is no draft.
    """
    if not event.cut or not event.cut_draft or event.cut_seated_at or tournament.cut is not None:
        return False
    return len(upcoming_stage(event, tournament).cut.seeds) >= MIN_CUT_SEATS


def seating_fault(event: Event) -> SecondDraftRevealedError | None:
    """Return why the top cut cannot draft again, None if it can. Makes one query."""
    return SecondDraftRevealedError() if was_reopened(event) else None


def cut_pod_label(event: Event) -> str:
    """Return the label of the pod of the top cut. It is a name, like the letters of the other pods."""
    return f"Top {event.cut}"
