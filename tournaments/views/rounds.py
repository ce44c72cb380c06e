"""Desk actions for a round: its pairings and its clock."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from cards.character_width import half_width
from tournaments.services import repair
from tournaments.services import round as rounds
from tournaments.services.match import extend_match
from tournaments.views.event_request import (
    event_and_actor,
    posted_minutes,
    posted_number,
    posted_player,
    redirect_to_desk,
    redirect_to_judge,
)
from tournaments.views.results import posted_match


@require_POST
def swap_players(request: HttpRequest, slug: str) -> HttpResponse:
    event, by = event_and_actor(request, slug, "run")
    paired = event.teams if event.is_team_event else event.entries
    players = posted_player(request, "first", paired.all()), posted_player(request, "second", paired.all())
    reason = request.POST.get("reason", "")
    named = request.POST.get("proposal", "")
    anyway = request.POST.get("anyway") == "yes"
    number = posted_number(request, "round")
    rounds.swap_players(event, number, players, reason=reason, by=by, proposal=named, anyway=anyway)
    return redirect_to_desk(request, event)


@require_POST
def choose_pairing(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose one of the offered pairings, when every pairing breaks a rule."""
    event, by = event_and_actor(request, slug, "run")
    place, reason = posted_number(request, "alternative"), request.POST.get("reason", "")
    named = request.POST.get("proposal", "")
    rounds.choose_alternative(event, posted_number(request, "round"), place, reason=reason, by=by, proposal=named)
    return redirect_to_desk(request, event)


@require_POST
def keep_pairings(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep the pairings of the current round, although an earlier result was corrected."""
    event, by = event_and_actor(request, slug, "run")
    repair.keep_pairings(event, posted_number(request, "round"), reason=request.POST.get("reason", ""), by=by)
    return redirect_to_desk(request, event)


@require_POST
def pair_again(request: HttpRequest, slug: str) -> HttpResponse:
    """Discard the pairings of the current round, and pair it again."""
    event, by = event_and_actor(request, slug, "run")
    typed, reason = half_width(request.POST.get("typed", "")), request.POST.get("reason", "")
    repair.pair_round_again(event, posted_number(request, "round"), typed=typed, reason=reason, by=by)
    return redirect_to_desk(request, event)


@require_POST
def extend_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a table extra time."""
    event, by = event_and_actor(request, slug, "extend")
    extend_match(
        posted_match(event, request.POST), posted_minutes(request), reason=request.POST.get("reason", ""), by=by
    )
    return redirect_to_judge(request, event)
