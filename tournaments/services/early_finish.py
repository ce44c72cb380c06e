"""Finish an event early, with the standings so far."""

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from tournaments.models import Event, Match, MatchGame
from tournaments.rules.agreement import ReportState
from tournaments.rules.results import GameEnd, GameResult, MatchResult
from tournaments.selectors.early_finish import UnplayedRounds, may_finish_early, unplayed_rounds
from tournaments.selectors.endings import FINISHED_EARLY_ACTION
from tournaments.selectors.results import match_agreement, matches_without_result
from tournaments.selectors.roles import Actor
from tournaments.services.draft import stop_drafts
from tournaments.services.event import end_event, lock_event, refuse_without_reason
from tournaments.services.match import enter_result
from tournaments.services.notices import FINISHED_EARLY, notify_event_changed

DRAWN_AT_TIME = MatchResult((GameResult(None, 0, 0, GameEnd.TIME),))
"""The result of a table without a report when its round is ended: a game in which both players have as many VP."""


class RoundsNotBegunError(RulesError):
    """Players still register, draft or build decks: there are no standings yet. If all have left, bots still draft."""

    code = "rounds_not_begun"
    sentence = _("There are no standings yet. An event can be finished early once all decks are submitted.")
    is_state_conflict = True


class NothingUnplayedError(RulesError):
    """All rounds are played, so the event ends normally."""

    code = "nothing_unplayed"
    sentence = _("All rounds are played. Finish the event normally, without a reason.")
    is_state_conflict = True


class OtherRoundCompleteError(RulesError):
    """The last complete round is not the named one; ``details`` give both, the event's as ``complete``."""

    code = "other_round_complete"
    sentence = _("The last complete round is now {complete}, not {named}. Check the standings again before you finish.")
    field = "after_round"
    is_state_conflict = True


class NoOpenRoundError(RulesError):
    """No Swiss round is open, so there is none to count."""

    code = "no_open_round"
    sentence = _("No Swiss round is open, so there are no further results to count. Reload the page.")
    field = "count_open_round"
    is_state_conflict = True


class GamesRunningError(RulesError):
    """Games of the open round are being played on this site; ``details`` give their number."""

    code = "games_running"
    sentence = _("{games} games of this round are still being played on this site. Finish without this round.")
    field = "count_open_round"
    is_state_conflict = True


@transaction.atomic
def finish_early(
    event: Event, *, reason: str, by: Actor, after_round: int | None = None, count_open_round: bool = False
) -> Event:
    """Finish ``event`` with the standings after its last complete round, and reveal its seed. This is public.

    Later rounds, proposed or begun, are cancelled with their results, and a draft of the top cut is paused. With
    ``count_open_round``, the Swiss round that has begun counts instead (see `_complete_open_round`). ``after_round`` is
    the last complete round as the caller saw it, 0 for none; None skips the check. Raises ReasonNeededError,
    RoundsNotBegunError, NothingUnplayedError, OtherRoundCompleteError, NoOpenRoundError, GamesRunningError,
    EventFinishedError.
    """
    event = lock_event(event)
    refuse_without_reason(reason)
    if not may_finish_early(event):
        raise RoundsNotBegunError
    found = unplayed_rounds(event)
    if found is None:
        raise NothingUnplayedError
    stop_drafts(event.pods.filter(for_cut=True), reason=reason, by=by)
    complete, lost = found.complete_rounds, found.lost_results
    if after_round not in (None, complete):
        raise OtherRoundCompleteError(complete=complete, named=after_round)
    if count_open_round:
        _complete_open_round(event, found, reason=reason, by=by)
        rest = unplayed_rounds(event)
        complete = rest.complete_rounds if rest else event.rounds.filter(published_at__isnull=False).count()
        lost = rest.lost_results if rest else 0
    data = {"rounds": complete, "planned": found.planned_rounds, "lost": lost}
    ended = end_event(event, FINISHED_EARLY_ACTION, complete_rounds=complete, by=by, reason=reason, log_data=data)
    notify_event_changed(event, FINISHED_EARLY, by=by)
    return ended


def _complete_open_round(event: Event, unplayed: UnplayedRounds, *, reason: str, by: Actor) -> None:
    """Enter a result at every table of the open Swiss round that has none.

    The report of one player counts; a disputed match, or one without a report, is drawn. So is a table of an earlier
    round that lost its result, for example when a match loss was withdrawn.
    """
    if unplayed.countable_round is None:
        raise NoOpenRoundError
    tables = [match for match in matches_without_result(event) if not match.round.stage]
    if running := MatchGame.objects.filter(match__in=tables, game__ended_at=None).count():
        raise GamesRunningError(games=running)
    for match in tables:
        _enter_reported_or_drawn(match, reason=reason, by=by)


def _enter_reported_or_drawn(match: Match, *, reason: str, by: Actor) -> None:
    found = match_agreement(match)
    reported = found.result if found.state is ReportState.REPORTED else None
    enter_result(match, reported or DRAWN_AT_TIME, by=by, last_seen_number=found.number, reason=reason)
