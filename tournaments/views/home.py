"""The home page, and the practice draft against bots."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from drafting.models import Seat
from gameplay.games import DEFAULT_GAME, RULESETS
from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account
from gameplay.selectors.games import running_games
from gameplay.views.practice import ensure_account
from tournaments.selectors.account_events import account_events
from tournaments.services.practice_event import seat_among_bots


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page, with the user's events and games."""
    context: dict[str, Any] = {"body_class": "first", "learn": RULESETS[DEFAULT_GAME]}
    if isinstance(request.user, Account):
        context |= {"events": account_events(request.user), "games": running_games(request.user)}
    return render(request, "tournaments/home.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def demo(request: HttpRequest) -> HttpResponse:
    """Seat the visitor in a draft against bots, or return to the one they already have, and redirect to it."""
    if request.method != "POST":
        return render(request, "tournaments/demo.html", {"rehearsal": True})
    count_try("demo", request.META["REMOTE_ADDR"])
    account = ensure_account(request)
    event = seat_among_bots(account, name=_("Practice draft"), reason=_("The visitor takes seat 1."))
    seat = Seat.objects.get(pod__event_pod__event=event, player=account)
    return redirect("draft", seat.pod_id)
