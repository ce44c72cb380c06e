"""The page of a match, and the actions of its players: reports, judge calls and drops."""

import uuid
from collections.abc import Callable
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from gameplay.engine.core.errors import UnreadableError
from gameplay.infrastructure.idempotency import replay_or_run, request_fingerprint
from gameplay.models import Account
from gameplay.selectors.live import live_streams
from gameplay.views.account_comparison import show_form as accounts_page
from gameplay.views.reported_game_form import ReportedGameForm, fields_from_log
from gameplay.views.reported_games import render_form as paper_page
from tournaments.models import Call, Entry, Match
from tournaments.rules.agreement import Agreement, ReportState
from tournaments.rules.results import MatchSide
from tournaments.selectors.checksums import match_deck_checksums
from tournaments.selectors.event_log import stream_entries
from tournaments.selectors.event_state import event_state
from tournaments.selectors.matches import (
    blank_game_log,
    call_state,
    changeable_deck_pod,
    has_ruling,
    latest_ruling,
    match_games,
    running_game,
    side_of_account,
    visible_match,
    waiting_game,
)
from tournaments.selectors.outlooks import entry_cut_outlooks, entry_outlook_lines
from tournaments.selectors.pairings import PairedMatch, team_match_at
from tournaments.selectors.penalties import penalties_counting_in
from tournaments.selectors.player_result import PlayerResult
from tournaments.selectors.results import latest_player_reports, match_agreement
from tournaments.selectors.roles import PERMISSIONS, STAFF_ROLES, Actor, actor_for, may_see_decks
from tournaments.services.call import call_judge_to_table
from tournaments.services.entry import drop_entry
from tournaments.services.match import add_report, confirm_report, log_decks_view
from tournaments.services.online_match import note_ready
from tournaments.views.event_request import event_page_context, posted_number
from tournaments.views.result_form import posted_result, result_form_context


@never_cache
@require_safe
def match_page(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Show a match: its table, state, games and result, and the report form for its players."""
    match = visible_match(match_id, request.user)
    side = _side(match, request)
    calls = [cast(Account, request.user).stream] if side else []  # the state of judge calls is sent there
    following = live_streams(match.round.event.stream, match.stream, *calls)
    match = visible_match(match_id, request.user)  # reloaded: at least as new as the streams
    event, found = match.round.event, match_agreement(match)
    own = PlayerResult(match, found, side) if side else None
    context: dict[str, Any] = {"live": following} | event_page_context(request, event, "pairings")
    context |= {
        "refresh_immediately": True,
        "match": match,
        "pairing": PairedMatch(match, found),
        "meeting": team_match_at(match),
        "agreed": found,
        "me": own.player if own else None,
        "opponent": own.opponent if own else None,
        "side": side.value if side else "",
        "own": own,
        "losses": penalties_counting_in(match),
        "now": timezone.now(),
        "games": match_games(match, request.user),
        "decks": match_deck_checksums(match, request.user),
        "playing": running_game(match),
        "waiting": None if found.is_final else waiting_game(match, side),
        "deck_pod": changeable_deck_pod(event, request.user) if side and not found.is_final else None,
        "called": call_state(match.calls.filter(author=request.user.pk)) if side else "",
        "ruled": bool(side) and has_ruling(match.calls.filter(author=request.user.pk)),
        "ruling": latest_ruling(cast(Account, request.user), match) if side else "",
        "log_entries": stream_entries(event, [match.stream]),
        **_entry_context(match, found, role=context["role"]),
        "scoring": event.game_rules.scoring,
        "win_condition_fields": {"target": event.event_format.vp_target},
        **_outlook_context(match, own.player if own else None),
        "reportable": own is not None and own.may_report,
    } | result_form_context(side, found.losses, event.match_rules_in(match.round.stage))
    context["judging"] = context.get("enters", False) and not side
    return render(request, "tournaments/match.html", context)


@require_POST
def report_result(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Report the result of the match, by score or game by game; optionally drop from the event."""
    match, account = _own_match(request, match_id)
    result = posted_result(request, match, score=request.POST.get("quick", ""), side=side_of_account(match, account))

    def report() -> None:
        add_report(match, result, by=account, last_seen_number=posted_number(request, "seen"))
        if request.POST.get("drop"):
            entry = match.a if match.a.account_id == account.pk else match.b
            assert entry is not None
            drop_entry(entry, by=Actor(account, "player"))

    return _run_once(request, match, account, report)


@require_POST
def confirm_result(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Confirm the opponent's report."""
    match, account = _own_match(request, match_id)
    return _run_once(
        request,
        match,
        account,
        lambda: confirm_report(match, by=account, last_seen_number=posted_number(request, "seen")),
    )


@require_POST
def begin_next_game(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Note that the player is ready for the next game; if both players are, it begins and is shown."""
    match, account = _own_match(request, match_id)
    note_ready(match, by=account)
    playing = running_game(match)
    return redirect("game", playing.game_id) if playing else redirect("match", match.pk)


@require_POST
def call_judge(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Call a judge to the table."""
    match, account = _own_match(request, match_id)
    category = request.POST.get("category", Call.Category.OTHER)
    if category not in Call.Category.values:
        raise UnreadableError(f"{category!r:.40} is unknown", place="category")
    text = request.POST.get("text", "")[:500]
    call_judge_to_table(match, by=Actor(account, "player"), category=category, text=text)
    return redirect("match", match.pk)


@never_cache
@require_safe
def paper_form(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Show the form for a reported game of this match, filled in from the event. Officials only."""
    return paper_page(request, ReportedGameForm(_paper_fields(request, match_id)))


@never_cache
@require_safe
def accounts_form(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Show the form to compare the players' accounts of a game of this match. Officials only."""
    return accounts_page(request, _paper_fields(request, match_id))


def _paper_fields(request: HttpRequest, match_id: uuid.UUID) -> dict[str, Any]:
    """Return the values of the form for a reported game of this match. An official who sees the decks is logged."""
    match = visible_match(match_id, request.user)
    by = actor_for("see_desk", match.round.event, request.user)
    opened = may_see_decks(match.round.event, request.user)
    log = blank_game_log(match, with_decks=opened)
    if opened:
        log_decks_view(match, by=by)
    return fields_from_log(log)


@require_POST
def drop_out(request: HttpRequest, slug: str) -> HttpResponse:
    """Drop the user from the event."""
    if not isinstance(request.user, Account):
        raise Http404
    entry = get_object_or_404(Entry.objects.select_related("event"), event__slug=slug, account=request.user)
    drop_entry(entry, by=Actor(request.user, "player"))
    return redirect("event", slug)


def _run_once(request: HttpRequest, match: Match, account: Account, do: Callable[[], object]) -> HttpResponse:
    """Run ``do``; only once per idempotency key, because a page that was offline may send the form again."""
    key = request.headers.get("Idempotency-Key", "")[:200]
    if key:
        fields = {name: value for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}

        def act() -> tuple[int, None]:
            do()
            return 302, None

        replay_or_run(account, key, request_fingerprint("POST", request.path, fields), act)
    else:
        do()
    to_event = request.POST.get("back") == "event"
    page = reverse("event", args=[match.round.event.slug]) if to_event else reverse("match", args=[match.pk])
    return redirect(f"{page}#result")  # where a screen reader goes on


def _entry_context(match: Match, found: Agreement, *, role: str) -> dict[str, Any]:
    """Return the reports of a disputed match for officials, and whether the user may enter results."""
    if role not in STAFF_ROLES or match.b is None:
        return {}
    finished = match.round.event.finished_at is not None
    return {
        "reports": latest_player_reports(match) if found.state is ReportState.DISPUTED else [],
        "enters": role in PERMISSIONS["enter_results"] and not finished,
    }


def _outlook_context(match: Match, entry: Entry | None) -> dict[str, Any]:
    """Return the ranks that the player can still reach, during the last round."""
    event = match.round.event
    if entry is None or match.round.number != event.event_format.rounds or event.finished_at:
        return {}
    state = event_state(event)
    return {
        "needs": entry_outlook_lines(event, entry, state.tournament, load_pairs=state.load_pairs),
        "cut_lines": entry_cut_outlooks(event, entry, state.tournament, load_pairs=state.load_pairs),
    }


def _own_match(request: HttpRequest, match_id: uuid.UUID) -> tuple[Match, Account]:
    match = visible_match(match_id, request.user)
    if not isinstance(request.user, Account) or side_of_account(match, request.user) is None:
        raise Http404
    return match, request.user


def _side(match: Match, request: HttpRequest) -> MatchSide | None:
    return side_of_account(match, request.user) if isinstance(request.user, Account) else None
