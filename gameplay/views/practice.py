"""Pages to choose and start a practice game."""

from itertools import groupby
from operator import attrgetter
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from gameplay.infrastructure import sessions
from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account
from gameplay.services import accounts, practice
from gameplay.views.practice_form import PlayForm


@never_cache
@require_safe
def modes(request: HttpRequest) -> HttpResponse:
    """Show the modes of all games."""
    games = [
        (ruleset, [(title, list(same_title)) for title, same_title in groupby(of_ruleset, attrgetter("title"))])
        for ruleset, of_ruleset in groupby(practice.modes(), attrgetter("ruleset"))
    ]
    return render(request, "gameplay/modes.html", {"games": games})


@never_cache
@require_http_methods(["GET", "POST"])
def play(request: HttpRequest, game: str, variant: str, seats: int) -> HttpResponse:
    """Start a practice game, and redirect to it or show the links for friends."""
    try:
        mode = practice.get_mode(game, variant, seats)
    except KeyError:
        raise Http404 from None
    form = PlayForm(mode, request.POST or None)
    if request.method == "POST":
        count_try("play", request.META["REMOTE_ADDR"])
        if form.is_valid():
            return _start_game(request, form)
    return render(request, "gameplay/play.html", {"form": form, "mode": mode}, status=422 if form.errors else 200)


def ensure_account(request: HttpRequest) -> Account:
    """Return the account of the request. Sign an anonymous visitor in as a guest."""
    if not isinstance(request.user, Account):
        sessions.sign_in(request, accounts.create_guest(_("Visitor")))
    return cast(Account, request.user)


def _start_game(request: HttpRequest, form: PlayForm) -> HttpResponse:
    game, links = practice.start_practice_game(ensure_account(request), form.mode, form.others, deck=form.deck)
    if not links:
        return redirect("game", game.pk)
    context = {"game": game, "links": [(name, request.build_absolute_uri(path)) for name, path in links]}
    return render(request, "gameplay/invitation.html", context)
