"""The page of a match: where it is played, how it stands, and what its players say of it."""

import uuid
from collections.abc import Callable
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from gameplay.engine.core.errors import UnreadableError
from gameplay.infrastructure.idempotency import fingerprint, once
from gameplay.models import Account
from gameplay.selectors.live import live
from gameplay.views.forms import PaperForm, as_written
from gameplay.views.paper import page as paper_page
from tournaments.models import Call, Entry, Match
from tournaments.rules.agreement import Agreement, State
from tournaments.rules.results import Side
from tournaments.selectors.checksums import digits_at
from tournaments.selectors.history import tournament_of
from tournaments.selectors.ledger import told
from tournaments.selectors.matches import (
    became_of,
    blank_log,
    games_of,
    published_match,
    ruling_for,
    running_game,
    side_of,
    was_ruled,
)
from tournaments.selectors.needs import own_cut, own_needs
from tournaments.selectors.own_result import OwnResult
from tournaments.selectors.pairings import Pairing, meeting_at
from tournaments.selectors.penalties import counting_in
from tournaments.selectors.results import agreement, reports_of
from tournaments.selectors.roles import MAY, STAFF, Actor, actor_for, may_see_decks
from tournaments.services.call import call_to_table
from tournaments.services.entry import drop
from tournaments.services.match import confirm, look_at_decks, report
from tournaments.views.reading import number_in, shown
from tournaments.views.written import fields, written


@never_cache
@require_safe
def match_page(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Everything about one match."""
    match = published_match(match_id, request.user)
    side = _side(match, request)
    calls = [cast(Account, request.user).stream] if side else []  # where a call's progress is sent
    following = live(match.round.event.stream, match.stream, *calls)
    match = published_match(match_id, request.user)  # as it is by then
    event, found = match.round.event, agreement(match)
    own = OwnResult(match, found, side) if side else None
    context: dict[str, Any] = {"live": following} | shown(request, event, "pairings")
    context |= {
        "at_once": True,
        "match": match,
        "pairing": Pairing(match, found),
        "meeting": meeting_at(match),
        "agreed": found,
        "me": own.me if own else None,
        "opponent": own.opponent if own else None,
        "side": side.value if side else "",
        "own": own,
        "losses": counting_in(match),
        "now": timezone.now(),
        "games": games_of(match, request.user),
        "decks": digits_at(match, request.user),
        "playing": running_game(match),
        "called": became_of(match.calls.filter(author=request.user.pk)) if side else "",
        "ruled": bool(side) and was_ruled(match.calls.filter(author=request.user.pk)),
        "ruling": ruling_for(cast(Account, request.user), match) if side else "",
        "told": told([match.stream]),
        **_entry(match, found, role=context["role"]),
        "scoring": event.rules.scoring,
        "won_with": {"target": event.terms.vp_target},
        **_needs(match, own.me if own else None),
        "reportable": own is not None and own.reportable,
    } | fields(side, found.losses, event.rules_in(match.round.stage))
    return render(request, "tournaments/match.html", context)


@require_POST
def report_result(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Say what the match ended with: by a quick button, or game by game; and leave the event, if so wished."""
    match, account = _own_match(request, match_id)
    result = written(request, match, score=request.POST.get("quick", ""), side=side_of(match, account))

    def say() -> None:
        report(match, result, by=account, seen=number_in(request, "seen"))
        if request.POST.get("drop"):
            entry = match.a if match.a.account_id == account.pk else match.b
            assert entry is not None
            drop(entry, by=Actor(account, "player"))

    return _say(request, match, account, say)


@require_POST
def confirm_result(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Agree with what the opponent reported."""
    match, account = _own_match(request, match_id)
    return _say(request, match, account, lambda: confirm(match, by=account, seen=number_in(request, "seen")))


@require_POST
def call(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Call a judge to the table."""
    match, account = _own_match(request, match_id)
    category = request.POST.get("category", Call.Category.OTHER)
    if category not in Call.Category.values:
        raise UnreadableError(category[:40], place="category")
    text = request.POST.get("text", "")[:500]
    call_to_table(match, by=Actor(account, "player"), category=category, text=text)
    return redirect("match", match.pk)


@never_cache
@require_safe
def paper(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """The form for a game of this match on paper, filled in as far as the event knows it; for its officials."""
    match = published_match(match_id, request.user)
    by = actor_for("see_desk", match.round.event, request.user)
    opened = may_see_decks(match.round.event, request.user)
    log = blank_log(match, with_decks=opened)
    if opened:
        look_at_decks(match, by=by)
    return paper_page(request, PaperForm(as_written(log)))


@require_POST
def drop_out(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave an event oneself."""
    if not isinstance(request.user, Account):
        raise Http404
    entry = get_object_or_404(Entry.objects.select_related("event"), event__slug=slug, account=request.user)
    drop(entry, by=Actor(request.user, "player"))
    return redirect("event", slug)


def _say(request: HttpRequest, match: Match, account: Account, do: Callable[[], object]) -> HttpResponse:
    """Run ``do``, only once where the page gives what it sends a key: it may send it again after it was offline."""
    key = request.headers.get("Idempotency-Key", "")[:200]
    if key:
        said = {name: value for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}

        def act() -> tuple[int, None]:
            do()
            return 302, None

        once(account, key, fingerprint("POST", request.path, said), act)
    else:
        do()
    if request.POST.get("back") == "event":
        return redirect("event", match.round.event.slug)
    return redirect("match", match.pk)


def _entry(match: Match, found: Agreement, *, role: str) -> dict[str, Any]:
    """Return what officials read of a disputed match, and whether the reader enters results."""
    if role not in STAFF or match.b is None:
        return {}
    finished = match.round.event.finished_at is not None
    return {
        "reports": reports_of(match) if found.state is State.DISPUTED else [],
        "enters": role in MAY["enter_results"] and not finished,
    }


def _needs(match: Match, entry: Entry | None) -> dict[str, Any]:
    """What one of its players can still reach, while the last round is played."""
    event = match.round.event
    if entry is None or match.round.number != event.terms.rounds or event.finished_at:
        return {}
    tournament = tournament_of(event)
    return {"needs": own_needs(event, entry, tournament), "cut_lines": own_cut(event, entry, tournament)}


def _own_match(request: HttpRequest, match_id: uuid.UUID) -> tuple[Match, Account]:
    match = published_match(match_id, request.user)
    if not isinstance(request.user, Account) or side_of(match, request.user) is None:
        raise Http404
    return match, request.user


def _side(match: Match, request: HttpRequest) -> Side | None:
    return side_of(match, request.user) if isinstance(request.user, Account) else None
