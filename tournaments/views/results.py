"""The desk enters results: by a table and one key, game by game, or from a slip; and asks when it is not the only one."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from gameplay.engine.core.errors import RulesError, UnreadableError
from gameplay.infrastructure.refusals import Refusals
from tournaments.models import Event, Match
from tournaments.rules.losses import GameLossLeftOutError, counted, names_losses
from tournaments.rules.results import MatchResult, Side
from tournaments.rules.slips import Slip, SlipRefusedError, read_slip
from tournaments.rules.teams import BoardNeededError, read_board
from tournaments.selectors.pairings import Pairing
from tournaments.selectors.results import agreement, said_last
from tournaments.selectors.roles import MAY, role_in
from tournaments.services.event import EventFinishedError
from tournaments.services.match import NotPlayedError, ReportStaleError, enter_result
from tournaments.views.reading import at_desk, back_to_desk, event_for, number_in, shown
from tournaments.views.written import fields, written


@never_cache
@require_http_methods(["GET", "POST"])
def result(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entry of a table, or enter its result: a score such as 2-1, a's two games and b's one, or game by game.

    The table is named by its number or by the code of its slip. Where somebody else has said something meanwhile, a
    result stands or this one cannot have been, both are shown and the desk decides.
    """
    event, by = at_desk(request, slug, "enter_results")
    if request.method == "GET":
        return _entry(request, match_in(event, request.GET))
    match, reason = match_in(event, request.POST), request.POST.get("reason", "").strip()[:200]
    found = written(request, match, score=request.POST.get("score", ""), side=Side.A)
    try:
        enter_result(match, found, by=by, seen=number_in(request, "seen", default=0), reason=reason)
    except (EventFinishedError, NotPlayedError, GameLossLeftOutError):
        raise
    except (RulesError, Refusals) as refusal:
        return _asked(request, match, found, refusal)
    said = _("Table {table}: {score}").format(table=match.label, score=Pairing(match, agreement(match)).score)
    if request.htmx and not request.htmx.boosted:  # type: ignore[attr-defined]
        return HttpResponse(escape(said))  # the tables themselves are live
    messages.success(request, said)
    return redirect("match", match.pk) if request.POST.get("back") == "match" else back_to_desk(event)


@never_cache
@require_safe
def slip(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Where the square of a slip leads: to the entry of its result, and who may not enter any to the page of the match.

    The code itself gives no right to anything. Raises SlipRefusedError.
    """
    event = event_for(request, slug)
    match = _at_slip(event, code)
    if role_in(event, request.user) not in MAY["enter_results"]:
        return redirect("match", match.pk)
    return _entry(request, match)


def match_in(event: Event, asked: Mapping[str, str]) -> Match:
    """Return the match at the table, of the round named or the newest; what is no number is the code of a slip.

    With teams it is that of a board, as in 3B. Raises SlipRefusedError, BoardNeededError, UnreadableError, Http404.
    """
    table, number = asked.get("table", "").strip(), asked.get("round", "")
    board = read_board(table)
    if table and not table.isdecimal() and board is None:
        return _at_slip(event, table)
    if not table or (number and not number.isdecimal()):
        raise UnreadableError(f"{table!r:.40}", place="table")
    if event.of_teams and board is None:
        raise BoardNeededError
    newest = event.rounds.filter(published_at__isnull=False).order_by("-number").values_list("number", flat=True)
    found = _at_table(event, Slip(int(number or newest.first() or 0), *(board or (int(table),))))
    if found is None:
        raise Http404
    return found


def _entry(request: HttpRequest, match: Match) -> HttpResponse:
    event, found = match.round.event, agreement(match)
    context = {"match": match, "pairing": Pairing(match, found), "me": match.a, "opponent": match.b}
    context |= fields(Side.A, found.losses, event.rules_in(match.round.stage)) | shown(request, event, "manage")
    return render(request, "tournaments/entry.html", context)


def _asked(request: HttpRequest, match: Match, entered: MatchResult, refusal: RulesError | Refusals) -> HttpResponse:
    """Show what stands beside what was entered and refused, which is sent along to be entered all the same."""
    event, found = match.round.event, agreement(match)
    faults = refusal.errors if isinstance(refusal, Refusals) else (refusal,)
    context = {
        "event": event,
        "match": match,
        "agreed": found,
        "stands": said_last(match),
        "entered": str(entered if names_losses(entered) else counted(entered, found.losses) or entered),
        "kept": [(name, value) for name, value in request.POST.items() if name not in SHOWN],
        "faults": [_(fault.sentence).format(**fault.details) for fault in faults],
        "reason": request.POST.get("reason", ""),
        "back": request.POST.get("back", ""),
        "needed": found.final or not isinstance(refusal, ReportStaleError),
    }
    status = 409 if refusal.later else 422
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "tournaments/parts/conflict.html", context | {"modal": True}, status=status)
    return render(request, "tournaments/conflict.html", context | shown(request, event, "manage"), status=status)


SHOWN = {"csrfmiddlewaretoken", "table", "round", "seen", "reason"}


def _at_slip(event: Event, code: str) -> Match:
    """Return the match of a slip. Raises SlipRefusedError."""
    match = _at_table(event, read_slip(str(event.pk), code))
    if match is None:
        raise SlipRefusedError
    return match


def _at_table(event: Event, slip: Slip) -> Match | None:
    matches = Match.objects.filter(round__event=event, round__published_at__isnull=False, table=slip.table)
    found = matches.filter(round__number=slip.round, board=slip.board or 1)
    return found.select_related("round__event", "a__team", "b__team").first()
