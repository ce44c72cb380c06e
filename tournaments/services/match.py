"""Results are reported, confirmed, contradicted, entered and corrected. Nothing that was said is lost."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.refusals import raise_errors
from gameplay.models import Account, LogEntry
from tournaments.models import Call, Event, Match, Report
from tournaments.rules.agreement import Agreement, ReportState
from tournaments.rules.penalty_losses import (
    GameLossOmittedError,
    add_losses,
    includes_penalty_games,
    is_decided_by_losses,
    remove_losses,
    score_before_play,
)
from tournaments.rules.plausibility import result_faults, unknown_end_faults, winner_fault
from tournaments.rules.results import MatchResult, MatchSide
from tournaments.selectors.matches import side_of_account
from tournaments.selectors.results import latest_report, match_agreement, match_losses, result_json
from tournaments.selectors.roles import SYSTEM_ACTOR, Actor
from tournaments.services.delivery import notify_webhooks
from tournaments.services.event import lock_event, refuse_without_reason


class ReportStaleError(RulesError):
    """Somebody has said something about this match meanwhile.

    ``details`` give the newest report's ``number``, its ``score``, ``by`` whom it is and ``at`` what time, in ISO 8601.
    """

    code = "report_stale"
    sentence = _("Somebody has reported this match meanwhile. Look at the present state, then decide.")
    is_state_conflict = True


class ResultFinalError(RulesError):
    """The result counts; only officials can correct it."""

    code = "result_final"
    sentence = _("This result counts already. Ask a judge if it is wrong.")
    is_state_conflict = True


class NothingToConfirmError(RulesError):
    """The opponent has not reported anything."""

    code = "nothing_to_confirm"
    sentence = _("Your opponent has not reported a result yet.")
    is_state_conflict = True


class NotPlayedError(RulesError):
    """A bye or a missed round: there is no match to report."""

    code = "not_played"
    sentence = _("There is no match to report here.")


class PlayedOnlineError(RulesError):
    """An online game enters its own result."""

    code = "played_online"
    sentence = _("This match is played on this site, which enters its result by itself.")


@transaction.atomic
def add_report(match: Match, result: MatchResult, *, by: Account, last_seen_number: int) -> Agreement:
    """Say what a player thinks their match ended with; ``seen`` is the number of the newest report they know.

    Games that a penalty has cost are among those of ``result``. They may only be left out where the others alone cannot
    be the whole match, so that no 2-0 counts as 2-1. Raises Http404 for anybody else's match, Refusals for what cannot
    have happened, GameLossLeftOutError, GameLossGoneError, ReportStaleError, ResultFinalError, NotPlayedError,
    PlayedOnlineError.
    """
    event = lock_event(match.round.event)
    side = _side(match, by)
    found = _refuse_unreportable(event, match, last_seen_number)
    now = timezone.now()
    played = remove_losses(result, found.losses, exact=True) if includes_penalty_games(result) else result
    raise_errors(_faults(event, match, played, now, knowing=includes_penalty_games(result)))
    verb = "contradicted" if found.reported_by(side.other) else "reported"
    return _add_statement(match, played, source=side.value, by=Actor(by, "player"), verb=verb, now=now)


@transaction.atomic
def confirm_report(match: Match, *, by: Account, last_seen_number: int) -> Agreement:
    """Agree with what the opponent reported last, which must be what ``seen`` numbers, so that nobody agrees blindly.

    Raises what `report` does, and NothingToConfirmError.
    """
    event = lock_event(match.round.event)
    side = _side(match, by)
    found = _refuse_unreportable(event, match, last_seen_number)
    said = found.reported_by(side.other)
    if said is None:
        raise NothingToConfirmError
    now = timezone.now()
    reported = match.reports.filter(source=side.other.value).latest("number").at
    knowing = not match.losses.filter(withdrawn_at=None, approved_at__gt=reported).exists()
    raise_errors(_faults(event, match, said, now, knowing=knowing))  # a penalty may have been given since
    return _add_statement(match, said, source=side.value, by=Actor(by, "player"), verb="confirmed", now=now)


@transaction.atomic
def enter_result(match: Match, result: MatchResult, *, by: Actor, last_seen_number: int, reason: str = "") -> Agreement:
    """Enter what counts, as an official. What cannot have happened, leaves out a game loss, or corrects a result, needs a
    reason. A game loss counts all the same, on top of the games of ``result``, until it is withdrawn.

    Raises Refusals, GameLossLeftOutError, ReasonNeededError, ReportStaleError, NotPlayedError; NoWinnerError for a drawn
    match of the cut.
    """
    event = lock_event(match.round.event)
    found = _refuse_unplayed(match, last_seen_number)
    now = timezone.now()
    raise_errors(unknown_end_faults(result, event.match_rules))
    knowing = bool(found.losses) and includes_penalty_games(result)
    played = remove_losses(result, found.losses, exact=False) if knowing else result
    faults = _faults(event, match, played, now, knowing=knowing)
    if fault := winner_fault(_counted(match, played), event.match_rules_in(match.round.stage)):
        raise fault
    if found.is_final:
        refuse_without_reason(reason)
    if not reason.strip():
        raise_errors(faults)
    verb = "corrected" if found.is_final else "entered"
    return _add_statement(match, played, source=Report.Source.STAFF, by=by, verb=verb, now=now, reason=reason)


@transaction.atomic
def enter_online_result(match: Match, result: MatchResult) -> Agreement:
    """Enter the result of a match that was played on this site; nobody needs to confirm it."""
    lock_event(match.round.event)
    return _add_statement(
        match, result, source=Report.Source.ENGINE, by=SYSTEM_ACTOR, verb="played", now=timezone.now()
    )


@transaction.atomic
def extend_match(match: Match, minutes: int, *, reason: str, by: Actor) -> Match:
    """Give a table so many more minutes. Raises NotPlayedError, ReasonNeededError."""
    event = lock_event(match.round.event)
    match.refresh_from_db(fields=["extra_minutes"])
    _refuse_unplayed(match, None)
    refuse_without_reason(reason)
    before = match.extra_minutes
    match.extra_minutes = before + minutes
    match.save(update_fields=["extra_minutes"])
    after = {"round": match.round.number, "table": match.label, "minutes": minutes}
    _record(event, match, "extended", by=by, after=after, before={"minutes": before}, reason=reason)
    return match


@transaction.atomic
def log_decks_view(match: Match, *, by: Actor) -> None:
    """Keep in the log that ``by`` has looked at both decks of ``match``; once is enough."""
    action = "decks_looked_at"
    if not LogEntry.objects.filter(stream=match.stream, action=action, author=by.account).exists():
        told = {"table": match.label, "round": match.round.number}
        append_entry(match.stream, action, author=by.account, role=by.role, after=told)


def _add_statement(
    match: Match, result: MatchResult, *, source: str, by: Actor, verb: str, now: datetime, reason: str = ""
) -> Agreement:
    """Add a report; of two at once, the second one is refused by the database."""
    before = match_agreement(match)
    try:
        with transaction.atomic():
            match.reports.create(
                number=before.number + 1,
                source=source,
                author=by.account,
                result=result_json(result),
                reason=reason,
                at=now,
            )
    except IntegrityError as error:
        raise _stale_report_error(match) from error
    found = _fresh_agreement(match)
    if found.state is ReportState.DISPUTED and by.account:
        _call_judge(match, by.account, now)
    if source == Report.Source.STAFF and by.account and side_of_account(match, by.account):
        verb = f"{verb}_own"
    after = {
        "round": match.round.number,
        "table": match.label,
        "score": _score(_counted(match, result)),
        "state": found.state.value,
    }
    former = {"score": _score(before.result), "state": before.state.value} if before.result else None
    entry = _record(match.round.event, match, verb, by=by, after=after, before=former, reason=reason)
    if found.is_final and match.b:
        action = "result_corrected" if before.is_final else "result_agreed"
        told = {"round": match.round.number, "table": match.table, "score": after["score"]}
        told |= {"board": match.board_letter} if match.board_letter else {}
        notify_webhooks(match.round.event, entry, action, **told, a=match.a.number, b=match.b.number)
    return found


def _record(event: Event, match: Match, action: str, *, by: Actor, **fields: object) -> LogEntry:
    """Write to the match's log, and tell the desk that the table has moved."""
    told = {"table": match.label, "round": match.round.number}
    append_entry(event.desk_stream, "table_moved", author=by.account, role=by.role, after=told)
    return append_entry(match.stream, action, author=by.account, role=by.role, **fields)  # type: ignore[arg-type]


def _call_judge(match: Match, author: Account, now: datetime) -> None:
    """Two players disagree: a judge is called, once."""
    if not match.calls.filter(resolved_at=None, category=Call.Category.RESULT).exists():
        match.calls.create(event=match.round.event, author=author, category=Call.Category.RESULT, at=now)


def _faults(event: Event, match: Match, played: MatchResult, now: datetime, *, knowing: bool) -> list[RulesError]:
    """What cannot have happened in a match with these games, and those that were lost by a penalty.

    Who was not ``knowing`` of the latter did not mean to add them to games that are a whole match without them.
    """
    rules, losses, time_called = event.match_rules_in(match.round.stage), match_losses(match), match.is_time_called(now)
    faults = result_faults(add_losses(played, losses) or played, rules, time_called=time_called)
    if faults or knowing or not losses or is_decided_by_losses(losses) or not played.games:
        return faults
    if result_faults(played, rules, time_called=time_called):
        return []
    a, b, _drawn = score_before_play(losses).score
    return [GameLossOmittedError(games_a=a, games_b=b)]


def _counted(match: Match, played: MatchResult) -> MatchResult:
    return add_losses(played, match_losses(match)) or played


def _refuse_unreportable(event: Event, match: Match, seen: int) -> Agreement:
    if event.play == Event.Play.ONLINE:
        raise PlayedOnlineError
    found = _refuse_unplayed(match, None)
    if found.is_final:
        raise ResultFinalError
    _refuse_stale(match, found, seen)
    return found


def _refuse_unplayed(match: Match, seen: int | None) -> Agreement:
    if match.kind != Match.Kind.PLAYED or not match.round.is_published:
        raise NotPlayedError
    found = _fresh_agreement(match)
    if seen is not None:
        _refuse_stale(match, found, seen)
    return found


def _refuse_stale(match: Match, found: Agreement, seen: int) -> None:
    if seen != found.number:
        raise _stale_report_error(match)


def _stale_report_error(match: Match) -> ReportStaleError:
    said = latest_report(match)
    if said is None:
        return ReportStaleError(number=0)
    return ReportStaleError(number=said.number, score=said.score, by=said.by, at=said.at.isoformat())


def _fresh_agreement(match: Match) -> Agreement:
    for read in ("reports", "losses"):
        getattr(match, "_prefetched_objects_cache", {}).pop(read, None)
    return match_agreement(match)


def _side(match: Match, account: Account) -> MatchSide:
    side = side_of_account(match, account)
    if side is None or not match.round.is_published:
        raise Http404
    return side


def _score(result: MatchResult | None) -> str:
    return "-".join(map(str, result.score)) if result else ""
