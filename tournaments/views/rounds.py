"""What the desk does about a round: its pairings and its clock."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.services import repair
from tournaments.services import round as rounds
from tournaments.services.match import extend
from tournaments.views.reading import at_desk, back_to_desk, minutes_in, number_in
from tournaments.views.results import match_in


@require_POST
def swap_players(request: HttpRequest, slug: str) -> HttpResponse:
    event, by = at_desk(request, slug, "run")
    players = number_in(request, "first"), number_in(request, "second")
    reason = request.POST.get("reason", "")
    named = request.POST.get("proposal", "")
    rounds.swap_players(event, number_in(request, "round"), players, reason=reason, by=by, proposal=named)
    return back_to_desk(event)


@require_POST
def choose_pairing(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one of the pairings that break a rule, where all do."""
    event, by = at_desk(request, slug, "run")
    place, reason = number_in(request, "alternative"), request.POST.get("reason", "")
    named = request.POST.get("proposal", "")
    rounds.choose_alternative(event, number_in(request, "round"), place, reason=reason, by=by, proposal=named)
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
def extension(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a table more minutes."""
    event, by = at_desk(request, slug, "extend")
    extend(match_in(event, request.POST), minutes_in(request), reason=request.POST.get("reason", ""), by=by)
    return redirect("judge", event.slug)
