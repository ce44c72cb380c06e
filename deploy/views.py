"""The first page, and trying the site out: an event among bots, or a single game."""

from itertools import groupby
from operator import attrgetter
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from deploy import practice
from deploy.forms import PlayForm
from drafting.models import Seat
from gameplay.infrastructure import sessions
from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account
from gameplay.selectors.games import running
from gameplay.services import accounts
from tournaments.selectors.mine import own_events
from tournaments.services.rehearsal import seat_among_bots


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say what this is, and offer to try it, to run an event and to join one."""
    context: dict[str, Any] = {"body_class": "first"}
    if isinstance(request.user, Account):
        context |= {"events": own_events(request.user), "games": running(request.user)}
    return render(request, "deploy/home.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def demo(request: HttpRequest) -> HttpResponse:
    """Seat the visitor at a table of bots and go there; whoever sits at one already goes back to it."""
    if request.method != "POST":
        return render(request, "deploy/demo.html", {"rehearsal": True})
    count_try("demo", request.META["REMOTE_ADDR"])
    visitor = _visitor(request)
    event = seat_among_bots(visitor, name=_("Practice draft"), reason=_("The visitor takes seat 1."))
    seat = Seat.objects.get(pod__event_pod__event=event, player=visitor)
    return redirect("draft", seat.pod_id)


@never_cache
@require_safe
def modes(request: HttpRequest) -> HttpResponse:
    """Every way to play a single game, by game."""
    games = [
        (ruleset, [(title, list(found)) for title, found in groupby(each, attrgetter("title"))])
        for ruleset, each in groupby(practice.modes(), attrgetter("ruleset"))
    ]
    return render(request, "deploy/modes.html", {"games": games})


@never_cache
@require_http_methods(["GET", "POST"])
def play(request: HttpRequest, game: str, variant: str, seats: int) -> HttpResponse:
    """Begin a single game against bots and go there, or with friends and show the links for them."""
    try:
        mode = practice.mode(game, variant, seats)
    except KeyError:
        raise Http404 from None
    form = PlayForm(mode, request.POST or None)
    if request.method == "POST":
        count_try("play", request.META["REMOTE_ADDR"])
        if form.is_valid():
            return _begin_game(request, form)
    return render(request, "deploy/play.html", {"form": form, "mode": mode}, status=422 if form.errors else 200)


def _begin_game(request: HttpRequest, form: PlayForm) -> HttpResponse:
    game, links = practice.begin(_visitor(request), form.mode, form.others, deck=form.deck)
    if not links:
        return redirect("game", game.pk)
    context = {"game": game, "links": [(name, request.build_absolute_uri(path)) for name, path in links]}
    return render(request, "deploy/invitation.html", context)


def _visitor(request: HttpRequest) -> Account:
    """Whoever asks; somebody without an account gets one as a guest."""
    if not isinstance(request.user, Account):
        sessions.begin(request, accounts.create_guest(_("Visitor")))
    return cast(Account, request.user)
