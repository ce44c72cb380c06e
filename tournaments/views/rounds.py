"""What the desk does about a round: its pairings, its results, its clock."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tournaments.models import Event, Match
from tournaments.selectors.results import losses_in, quick_result
from tournaments.services import round as rounds
from tournaments.services.match import enter_result, extend
from tournaments.views.reading import at_desk, back_to_desk, minutes_in, number_in


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
def result(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a result by its table and its score, as read from a slip; 2-1 is a's two games and b's one."""
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


def _match(request: HttpRequest, event: Event) -> Match:
    """Return the match at the table, of the round named or the newest."""
    matches = Match.objects.filter(round__event=event, round__published_at__isnull=False)
    matches = matches.select_related("round__event", "a", "b").order_by("-round__number")
    if request.POST.get("round"):
        matches = matches.filter(round__number=number_in(request, "round"))
    found = matches.filter(table=number_in(request, "table")).first()
    if found is None:
        raise Http404
    return found
