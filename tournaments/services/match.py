"""Match results: report, confirm, contradict, enter and correct. All reports are kept."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.hub import StreamPayload
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
from tournaments.selectors.result_payload import result_payload
from tournaments.selectors.results import latest_report, match_agreement, match_losses, result_json
from tournaments.selectors.roles import SYSTEM_ACTOR, Actor
from tournaments.services.delivery import notify_webhooks
from tournaments.services.event import lock_event, refuse_without_reason
from tournaments.services.notices import notify_reported, notify_settled


class ReportStaleError(RulesError):
    """The match has a newer report than the caller knew.

    ``details`` give the newest report's ``number``, ``score``, author (``by``) and time (``at``, ISO 8601).
    """

    code = "report_stale"
    sentence = _("There is a newer report for this match. Check it before you continue.")
    is_state_conflict = True


class ResultFinalError(RulesError):
    """The result is final; only officials can correct it."""

    code = "result_final"
    sentence = _("This result is already final. Call a judge if it is wrong.")
    is_state_conflict = True


class NothingToConfirmError(RulesError):
    """The opponent has not reported anything."""

    code = "nothing_to_confirm"
    sentence = _("Your opponent has not reported a result yet.")
    is_state_conflict = True


class NotPlayedError(RulesError):
    """The match is a bye or a missed round, or its round is not published."""

    code = "not_played"
    sentence = _("There is no match to report here.")


class MatchCancelledError(RulesError):
    """The round of the match was cancelled, perhaps while the result was being entered."""

    code = "match_cancelled"
    sentence = _("Round {round} was cancelled, so this match no longer counts. Look at the current pairings.")
    is_state_conflict = True


class PlayedOnlineError(RulesError):
    """The match is played online, so its result is entered automatically."""

    code = "played_online"
    sentence = _("This match is played on this site. Its result is entered automatically.")


@transaction.atomic
def add_report(match: Match, result: MatchResult, *, by: Account, last_seen_number: int) -> Agreement:
    """Report a player's match result; ``last_seen_number`` is the number of the newest report they have seen.

    An unseen report of the opponent leads to a refusal only if its score differs: equal reports confirm each other.
    ``result`` includes the games lost by a penalty. They may only be left out if the other games alone cannot be a
    whole match, so that no 2-0 counts as 2-1. Raises Http404 for another player's match, RulesErrorGroup for an
    impossible result, GameLossOmittedError, UnknownGameLossError, ReportStaleError, ResultFinalError,
    NotPlayedError, MatchCancelledError, PlayedOnlineError.
    """
    event = lock_event(match.round.event)
    side = _side(match, by)
    found = _refuse_unreportable(event, match)
    played = remove_losses(result, found.losses, exact=True) if includes_penalty_games(result) else result
    if not _agrees_with_unseen_report(match, found, played, side, last_seen_number):
        _refuse_stale(match, found, last_seen_number)
    now = timezone.now()
    raise_errors(_faults(event, match, played, now, includes_losses=includes_penalty_games(result)))
    other = found.reported_by(side.other)
    verb = "reported" if other is None else "confirmed" if other.score == played.score else "contradicted"
    if verb == "reported":
        notify_reported(match, reporter=by.pk)
    return _add_statement(match, played, source=side.value, by=Actor(by, "player"), verb=verb, now=now)


@transaction.atomic
def confirm_report(match: Match, *, by: Account, last_seen_number: int) -> Agreement:
    """Confirm the opponent's latest report.

    ``last_seen_number`` must be the number of the newest report, so that a player does not confirm an unseen result.
    Raises the errors of `add_report`, and NothingToConfirmError.
    """
    event = lock_event(match.round.event)
    side = _side(match, by)
    found = _refuse_unreportable(event, match)
    _refuse_stale(match, found, last_seen_number)
    result = found.reported_by(side.other)
    if result is None:
        raise NothingToConfirmError
    now = timezone.now()
    reported_at = match.reports.filter(source=side.other.value).latest("number").at
    includes_losses = not match.losses.filter(withdrawn_at=None, approved_at__gt=reported_at).exists()
    # A penalty may have been given since the report.
    raise_errors(_faults(event, match, result, now, includes_losses=includes_losses))
    return _add_statement(match, result, source=side.value, by=Actor(by, "player"), verb="confirmed", now=now)


@transaction.atomic
def enter_result(match: Match, result: MatchResult, *, by: Actor, last_seen_number: int, reason: str = "") -> Agreement:
    """Enter the final result, as an official.

    A correction, an impossible result or a result without the games lost by penalties needs a reason. A game loss
    counts in any case, in addition to the games of ``result``, until it is withdrawn.

    Raises RulesErrorGroup, GameLossOmittedError, ReasonNeededError, ReportStaleError, NotPlayedError,
    MatchCancelledError; NoWinnerError for a drawn match of the top cut.
    """
    event = lock_event(match.round.event)
    found = _refuse_unplayed(match, last_seen_number)
    now = timezone.now()
    raise_errors(unknown_end_faults(result, event.match_rules))
    includes_losses = bool(found.losses) and includes_penalty_games(result)
    played = remove_losses(result, found.losses, exact=False) if includes_losses else result
    faults = _faults(event, match, played, now, includes_losses=includes_losses)
    if fault := winner_fault(_counted(match, played), event.match_rules_in(match.round.stage)):
        raise fault
    if found.is_final:
        refuse_without_reason(reason)
    if not reason.strip():
        raise_errors(faults)
    verb = "corrected" if found.is_final else "entered"
    if found.state is ReportState.DISPUTED:
        notify_settled(match)
    return _add_statement(match, played, source=Report.Source.STAFF, by=by, verb=verb, now=now, reason=reason)


@transaction.atomic
def enter_online_result(match: Match, result: MatchResult) -> Agreement:
    """Enter the result of a match that was played on this site; it needs no confirmation."""
    lock_event(match.round.event)
    return _add_statement(
        match, result, source=Report.Source.ENGINE, by=SYSTEM_ACTOR, verb="played", now=timezone.now()
    )


@transaction.atomic
def extend_match(match: Match, minutes: int, *, reason: str, by: Actor) -> Match:
    """Extend the time of a match by ``minutes``. Raises NotPlayedError, MatchCancelledError, ReasonNeededError."""
    event = lock_event(match.round.event)
    match.refresh_from_db(fields=["extra_minutes"])
    _refuse_unplayed(match, None)
    refuse_without_reason(reason)
    before = match.extra_minutes
    match.extra_minutes = before + minutes
    match.save(update_fields=["extra_minutes"])
    after = {"round": match.round.number, "table": match.label, "minutes": minutes}
    found = match_agreement(match)
    payload = result_payload(match, found, found)
    _record(event, match, "extended", by=by, payload=payload, after=after, before={"minutes": before}, reason=reason)
    return match


@transaction.atomic
def log_decks_view(match: Match, *, by: Actor) -> None:
    """Log that ``by`` has looked at both decks of ``match``; at most one log entry for each official."""
    action = "decks_looked_at"
    if not LogEntry.objects.filter(stream=match.stream, action=action, author=by.account).exists():
        after = {"table": match.label, "round": match.round.number}
        append_entry(match.stream, action, author=by.account, role=by.role, after=after)


def _add_statement(
    match: Match, result: MatchResult, *, source: str, by: Actor, verb: str, now: datetime, reason: str = ""
) -> Agreement:
    """Add a report; if two are added simultaneously, a database constraint rejects the second."""
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
    previous = {"score": _score(before.result), "state": before.state.value} if before.result else None
    payload = result_payload(match, before, found)
    entry = _record(match.round.event, match, verb, by=by, payload=payload, after=after, before=previous, reason=reason)
    if found.is_final and match.b:
        action = "result_corrected" if before.is_final else "result_agreed"
        data = {"round": match.round.number, "table": match.table, "score": after["score"]}
        data |= {"board": match.board_letter} if match.board_letter else {}
        notify_webhooks(match.round.event, entry, action, **data, a=match.a.number, b=match.b.number)
    return found


def _record(
    event: Event, match: Match, action: str, *, by: Actor, payload: StreamPayload | None, **fields: object
) -> LogEntry:
    """Add an entry to the match's log, and notify the desk, and open pages, of the change at the table."""
    after = {"table": match.label, "round": match.round.number}
    append_entry(event.desk_stream, "table_moved", author=by.account, role=by.role, after=after, payload=payload)
    return append_entry(match.stream, action, author=by.account, role=by.role, **fields)  # type: ignore[arg-type]


def _call_judge(match: Match, author: Account, now: datetime) -> None:
    """Call a judge about a disputed result, unless such a call is open."""
    if not match.calls.filter(resolved_at=None, category=Call.Category.RESULT).exists():
        match.calls.create(event=match.round.event, author=author, category=Call.Category.RESULT, at=now)


def _faults(
    event: Event, match: Match, played: MatchResult, now: datetime, *, includes_losses: bool
) -> list[RulesError]:
    """Return the errors of a result that consists of ``played`` and the games lost by penalties.

    If the report did not include these losses and ``played`` is a whole match without them, GameLossOmittedError is
    returned: the author did not intend to add them.
    """
    rules, losses, time_called = event.match_rules_in(match.round.stage), match_losses(match), match.is_time_called(now)
    faults = result_faults(add_losses(played, losses) or played, rules, time_called=time_called)
    if faults or includes_losses or not losses or is_decided_by_losses(losses) or not played.games:
        return faults
    if result_faults(played, rules, time_called=time_called):
        return []
    a, b, _drawn = score_before_play(losses).score
    return [GameLossOmittedError(games_a=a, games_b=b)]


def _counted(match: Match, played: MatchResult) -> MatchResult:
    return add_losses(played, match_losses(match)) or played


def _agrees_with_unseen_report(match: Match, found: Agreement, played: MatchResult, side: MatchSide, seen: int) -> bool:
    """Return whether only the newest report is unseen, and is the opponent's with the score of ``played``."""
    other = found.reported_by(side.other)
    if seen != found.number - 1 or other is None or other.score != played.score:
        return False
    return match.reports.get(number=found.number).source == side.other.value


def _refuse_unreportable(event: Event, match: Match) -> Agreement:
    if event.play == Event.Play.ONLINE:
        raise PlayedOnlineError
    found = _refuse_unplayed(match, None)
    if found.is_final:
        raise ResultFinalError
    return found


def _refuse_unplayed(match: Match, seen: int | None) -> Agreement:
    if match.kind != Match.Kind.PLAYED or not match.round.is_published:
        raise NotPlayedError
    if not Match.objects.filter(pk=match.pk).exists():  # since it was read, before the event was locked
        raise MatchCancelledError(round=match.round.number)
    found = _fresh_agreement(match)
    if seen is not None:
        _refuse_stale(match, found, seen)
    return found


def _refuse_stale(match: Match, found: Agreement, seen: int) -> None:
    if seen != found.number:
        raise _stale_report_error(match)


def _stale_report_error(match: Match) -> ReportStaleError:
    latest = latest_report(match)
    if latest is None:
        return ReportStaleError(number=0)
    return ReportStaleError(number=latest.number, score=latest.score, by=latest.by, at=latest.at.isoformat())


def _fresh_agreement(match: Match) -> Agreement:
    for relation in ("reports", "losses"):
        getattr(match, "_prefetched_objects_cache", {}).pop(relation, None)
    return match_agreement(match)


def _side(match: Match, account: Account) -> MatchSide:
    side = side_of_account(match, account)
    if side is None or not match.round.is_published:
        raise Http404
    return side


def _score(result: MatchResult | None) -> str:
    return "-".join(map(str, result.score)) if result else ""
