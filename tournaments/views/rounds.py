"""What the desk does about a round: its pairings, its results, its clock."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Event, Match
from tournaments.rules.slips import Slip, SlipRefusedError, read_slip
from tournaments.rules.teams import BoardNeededError, read_board
from tournaments.selectors.pairings import Pairing
from tournaments.selectors.results import agreement, losses_in, quick_result
from tournaments.selectors.roles import MAY, role_in
from tournaments.services import repair
from tournaments.services import round as rounds
from tournaments.services.match import enter_result, extend
from tournaments.views.reading import at_desk, back_to_desk, event_for, minutes_in, number_in, shown


@require_POST
def swap_players(request: HttpRequest, slug: str) -> HttpResponse:
    event, by = at_desk(request, slug, "run")
    players = number_in(request, "first"), number_in(request, "second")
    reason = request.POST.get("reason", "")
    rounds.swap_players(event, number_in(request, "round"), players, reason=reason, by=by)
    return back_to_desk(event)


@require_POST
def choose_pairing(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one of the pairings that break a rule, where all do."""
    event, by = at_desk(request, slug, "run")
    place, reason = number_in(request, "alternative"), request.POST.get("reason", "")
    rounds.choose_alternative(event, number_in(request, "round"), place, reason=reason, by=by)
    return back_to_desk(event)


@require_POST
def keep(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep the pairings of the round that is played, although a result before it was corrected."""
    event, by = at_desk(request, slug, "run")
    repair.keep_pairings(event, number_in(request, "round"), reason=request.POST.get("reason", ""), by=by)
    return back_to_desk(event)


@require_POST
def again(request: HttpRequest, slug: str) -> HttpResponse:
    """Put the round that is played aside, and pair it anew."""
    event, by = at_desk(request, slug, "run")
    typed, reason = request.POST.get("typed", ""), request.POST.get("reason", "")
    repair.pair_again(event, number_in(request, "round"), typed=typed, reason=reason, by=by)
    return back_to_desk(event)


@require_POST
def result(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a result by its table, or the code of its slip, and its score; 2-1 is a's two games and b's one."""
    event, by = at_desk(request, slug, "enter_results")
    match, reason = _match(request, event), request.POST.get("reason", "")
    found = quick_result(request.POST.get("score", ""), event.terms.vp_target, losses_in(match))
    enter_result(match, found, by=by, seen=number_in(request, "seen", default=0), reason=reason)
    return back_to_desk(event)


@require_POST
def extension(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a table more minutes."""
    event, by = at_desk(request, slug, "extend")
    extend(_match(request, event), minutes_in(request), reason=request.POST.get("reason", ""), by=by)
    return back_to_desk(event)


@never_cache
@require_safe
def slip(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Where the square of a slip leads: to the entry of its result, and who may not enter any to the page of the match.

    The code itself gives no right to anything. Raises SlipRefusedError.
    """
    event = event_for(request, slug)
    match = _at_table(event, read_slip(str(event.pk), code))
    if match is None:
        raise SlipRefusedError
    if role_in(event, request.user) not in MAY["enter_results"]:
        return redirect("match", match.pk)
    context = {"match": match, "pairing": Pairing(match, agreement(match)), "code": code}
    return render(request, "tournaments/slip.html", context | shown(request, event, "manage"))


def _match(request: HttpRequest, event: Event) -> Match:
    """Return the match at the table, of the round named or the newest; what is no number is the code of a slip.

    With teams it is that of a board, as in 3B. Raises BoardNeededError.
    """
    table = request.POST.get("table", "").strip()
    board = read_board(table)
    if table and not table.isdecimal() and board is None:
        found = _at_table(event, read_slip(str(event.pk), table))
        if found is None:
            raise SlipRefusedError
        return found
    newest = event.rounds.filter(published_at__isnull=False).order_by("-number").values_list("number", flat=True)
    number = number_in(request, "round", default=newest.first() or 0)
    if event.of_teams and board is None:
        raise BoardNeededError
    found = _at_table(event, Slip(number, *(board or (number_in(request, "table"),))))
    if found is None:
        raise Http404
    return found


def _at_table(event: Event, slip: Slip) -> Match | None:
    matches = Match.objects.filter(round__event=event, round__published_at__isnull=False, table=slip.table)
    found = matches.filter(round__number=slip.round, board=slip.board or 1)
    return found.select_related("round__event", "a__team", "b__team").first()
