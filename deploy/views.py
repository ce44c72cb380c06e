"""The first page, and trying the site out."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from drafting.models import Seat
from gameplay import sessions
from gameplay.models import Account
from gameplay.services import accounts
from gameplay.throttle import count_try
from tournaments.selectors.mine import own_events
from tournaments.services.rehearsal import seat_among_bots


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say what this is, and offer to try it, to run an event and to join one."""
    context: dict[str, Any] = {"body_class": "first"}
    if isinstance(request.user, Account):
        context["events"] = own_events(request.user)
    return render(request, "deploy/home.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def demo(request: HttpRequest) -> HttpResponse:
    """Seat the visitor at a table of bots and go there; whoever sits at one already goes back to it."""
    if request.method != "POST":
        return render(request, "deploy/demo.html", {"rehearsal": True})
    count_try("demo", request.META["REMOTE_ADDR"])
    if not isinstance(request.user, Account):
        sessions.begin(request, accounts.create_guest(_("Visitor")))
    visitor = cast(Account, request.user)
    event = seat_among_bots(visitor, name=_("Practice draft"), reason=_("The visitor takes seat 1."))
    seat = Seat.objects.get(pod__event_pod__event=event, player=visitor)
    return redirect("draft", seat.pod_id)
