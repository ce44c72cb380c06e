"""Entry of results by officials: by table and score, game by game, or from a slip; and conflicts between entries."""

from collections.abc import Mapping

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cards.character_width import half_width
from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.infrastructure.typed_input import MistypedError
from tournaments.models import Event, Match
from tournaments.rules.penalty_losses import GameLossOmittedError, add_losses, includes_penalty_games
from tournaments.rules.results import MatchResult, MatchSide
from tournaments.rules.slips import SlipRefusedError, SlipTable, read_slip
from tournaments.rules.teams import BoardNeededError, read_board
from tournaments.selectors.pairings import PairedMatch
from tournaments.selectors.results import latest_report, match_agreement
from tournaments.selectors.roles import PERMISSIONS, role_in
from tournaments.services.event import EventFinishedError
from tournaments.services.match import NotPlayedError, ReportStaleError, enter_result
from tournaments.views.event_request import (
    event_and_actor,
    event_page_context,
    posted_number,
    redirect_to_desk,
    visible_event,
)
from tournaments.views.result_form import posted_result, result_form_context


@never_cache
@require_http_methods(["GET", "POST"])
def enter_table_result(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for the result of a table, or enter it: as a score such as 2-1 (a's games first), or game by game.

    The table is given by its number or by the code of its slip. If another report came in meanwhile, if there is
    already a result, or if the entered one is not plausible, both are shown for the official to decide.
    """
    event, by = event_and_actor(request, slug, "enter_results")
    if request.method == "GET":
        return _entry(request, posted_match(event, request.GET))
    match, reason = posted_match(event, request.POST), request.POST.get("reason", "").strip()[:200]
    found = posted_result(request, match, score=half_width(request.POST.get("score", "")), side=MatchSide.A)
    try:
        enter_result(match, found, by=by, last_seen_number=posted_number(request, "seen", default=0), reason=reason)
    except (EventFinishedError, NotPlayedError, GameLossOmittedError):
        raise
    except (RulesError, RulesErrorGroup) as refusal:
        return _render_conflict(request, match, found, refusal)
    score = PairedMatch(match, match_agreement(match)).score
    message = _("Table {table}: {score}").format(table=match.label, score=score)
    if request.htmx and not request.htmx.boosted:  # type: ignore[attr-defined]
        return HttpResponse(escape(message))  # the tables themselves are live
    messages.success(request, message)
    return redirect("match", match.pk) if request.POST.get("back") == "match" else redirect_to_desk(request, event)


@never_cache
@require_safe
def slip_entry(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the result form for the QR code of a slip. Users who may not enter results are redirected to the match.

    The code itself grants no permission. Raises SlipRefusedError.
    """
    event = visible_event(request, slug)
    match = _at_slip(event, code)
    if role_in(event, request.user) not in PERMISSIONS["enter_results"]:
        return redirect("match", match.pk)
    return _entry(request, match)


def posted_match(event: Event, data: Mapping[str, str]) -> Match:
    """Return the match at the posted table, in the posted or the newest round.

    A table may also be the name of a player, or the code of a slip. In team events it includes the board, as in 3B.
    Raises SlipRefusedError, BoardNeededError, UnreadableError or Http404.
    """
    table, number = half_width(data.get("table", "")), half_width(data.get("round", ""))
    board = read_board(table)
    if table and not table.isdecimal() and board is None:
        return _of_player(event, table) or _at_slip(event, table)
    if not table or (number and not number.isdecimal()):
        raise MistypedError(_("Enter the number of a table."), place="table")
    if event.is_team_event and board is None:
        raise BoardNeededError
    newest = event.rounds.filter(published_at__isnull=False).order_by("-number").values_list("number", flat=True)
    found = _at_table(event, SlipTable(int(number or newest.first() or 0), *(board or (int(table),))))
    if found is None:
        raise Http404
    return found


def _entry(request: HttpRequest, match: Match) -> HttpResponse:
    event, found = match.round.event, match_agreement(match)
    context = {"match": match, "pairing": PairedMatch(match, found), "me": match.a, "opponent": match.b}
    context |= result_form_context(
        MatchSide.A, found.losses, event.match_rules_in(match.round.stage)
    ) | event_page_context(request, event, "manage")
    return render(request, "tournaments/entry.html", context)


def _render_conflict(
    request: HttpRequest, match: Match, entered: MatchResult, refusal: RulesError | RulesErrorGroup
) -> HttpResponse:
    """Show the existing result beside the refused one, with a form that enters the latter anyway."""
    event, found = match.round.event, match_agreement(match)
    faults = refusal.errors if isinstance(refusal, RulesErrorGroup) else (refusal,)
    context = {
        "event": event,
        "match": match,
        "agreed": found,
        "latest_report": latest_report(match),
        "entered": str(entered if includes_penalty_games(entered) else add_losses(entered, found.losses) or entered),
        "hidden_fields": [(name, value) for name, value in request.POST.items() if name not in SHOWN_FIELDS],
        "faults": [_(fault.sentence).format(**fault.details) for fault in faults],
        "reason": request.POST.get("reason", ""),
        "back": request.POST.get("back", ""),
        "needed": found.is_final or not isinstance(refusal, ReportStaleError),
    }
    status = 409 if refusal.is_state_conflict else 422
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "tournaments/parts/conflict.html", context | {"modal": True}, status=status)
    return render(
        request, "tournaments/conflict.html", context | event_page_context(request, event, "manage"), status=status
    )


SHOWN_FIELDS = {"csrfmiddlewaretoken", "table", "round", "seen", "reason"}


def _at_slip(event: Event, code: str) -> Match:
    """Return the match of a slip. Raise SlipRefusedError for an invalid code."""
    match = _at_table(event, read_slip(str(event.pk), code))
    if match is None:
        raise SlipRefusedError
    return match


def _of_player(event: Event, name: str) -> Match | None:
    """Return the match in the newest round of the only player with ``name`` in their name, None if there is none."""
    newest = event.rounds.filter(published_at__isnull=False).order_by("-number").first()
    named = Q(a__name__icontains=name) | Q(b__name__icontains=name)
    found = Match.objects.filter(named, round=newest, kind=Match.Kind.PLAYED) if newest else Match.objects.none()
    matches = list(found.select_related("round__event", "a__team", "b__team")[:2])
    return matches[0] if len(matches) == 1 else None


def _at_table(event: Event, slip: SlipTable) -> Match | None:
    matches = Match.objects.filter(round__event=event, round__published_at__isnull=False, table=slip.table)
    found = matches.filter(round__number=slip.round, board=slip.board or 1)
    return found.select_related("round__event", "a__team", "b__team").first()
