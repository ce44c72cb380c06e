"""The rules that a proposed round breaks, for the officials who publish it."""

from collections.abc import Sequence

from tournaments.models import Round
from tournaments.rules.broken_rules import broken_rules
from tournaments.rules.reasons import DecisionReason
from tournaments.selectors.history import tournament_of
from tournaments.selectors.meeting_reasons import reason_with_names
from tournaments.selectors.proposals import proposed_meetings
from tournaments.selectors.teams import contestant_names


def rule_breaks(proposed: Round) -> list[DecisionReason]:
    """Return the rematches, second byes and excluded pairs of ``proposed``, with names; [] for a stage of a cut.

    Makes ten queries at most.
    """
    meetings = proposed_meetings(proposed)
    pairs = [each for each in meetings if len(each) == 2]
    return rule_breaks_of(proposed, pairs, [each[0] for each in meetings if len(each) == 1])


def rule_breaks_of(proposed: Round, pairs: Sequence[Sequence[str]], byes: Sequence[str]) -> list[DecisionReason]:
    """Return what `rule_breaks` would return if ``proposed`` had these pairs and byes. Makes nine queries at most."""
    if proposed.stage:
        return []
    event = proposed.event
    found = broken_rules(tournament_of(event), [(a, b) for a, b in pairs], byes)
    reasons = [reason.as_json for reason in found]
    names = contestant_names(event) if reasons else {}
    return [reason_with_names(each, names) for each in reasons]
