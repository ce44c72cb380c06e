"""Pages for joining an event by its code, and QR codes."""

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure import sessions
from gameplay.models import Account
from tournaments.models import Event
from tournaments.selectors.teams import open_team_names
from tournaments.selectors.waiting import event_to_open
from tournaments.selectors.waiting_list import place_count, waiting_place
from tournaments.services import entry as entries
from tournaments.services.entry import CodeRefusedError, joinable_event
from tournaments.services.join_form import new_form_number
from tournaments.services.new_entry import NewPlayer
from tournaments.services.waiting_list import limit_waiting_guests
from tournaments.views.forms import JoinForm


@never_cache
@require_safe
def find_by_code(request: HttpRequest) -> HttpResponse:
    """Redirect from a typed event code to the page for joining. Show the field again for a wrong code."""
    code = request.GET.get("code", "")
    if not code:
        return redirect("/")
    try:
        event = joinable_event(code, address=request.META["REMOTE_ADDR"])
    except CodeRefusedError as refusal:
        context = {"code": code, "fault": refusal, "body_class": "first"}
        return render(request, "tournaments/code.html", context, status=422)
    return redirect("join_event", event.join_code)


@never_cache
@require_http_methods(["GET", "POST"])
def join_event(request: HttpRequest, code: str) -> HttpResponse:
    """Register the user, or a new guest by name; put them on the waiting list if the event is full."""
    address = request.META["REMOTE_ADDR"]
    event = joinable_event(code, address=address)
    account = request.user if isinstance(request.user, Account) else None
    if account and (event.entries.filter(account=account).exists() or waiting_place(event, account)):
        return redirect("event", event.slug)
    form = JoinForm(request.POST or None, guest=account is None, event=event)
    if request.method == "POST" and (form.is_valid() or not form.fields):
        data = form.cleaned_data
        team, under_age = data.pop("team", ""), data.pop("under_age", False)
        number = request.POST.get("form_number", "")
        player = account or NewPlayer(language=request.LANGUAGE_CODE, under_age=under_age, form_number=number, **data)
        try:
            if account is None:
                limit_waiting_guests(event, team=team, address=address)
            joined = entries.join_event(event, player, team=team, under_age=under_age, address=address)
        except RulesError as refusal:
            if not form.fields:
                raise
            form.add_refusal(refusal)
        else:
            if account:
                return redirect("event", event.slug)
            sessions.sign_in(request, joined.account)
            return render(request, "tournaments/joined.html", {"event": event, "joined": joined})
    context = {
        "event": event,
        "form": form,
        "form_number": request.POST.get("form_number") or new_form_number(),
        "teams": open_team_names(event),
        "places": place_count(event),
    }
    return render(request, "tournaments/join.html", context, status=422 if form.errors else 200)


@never_cache
@require_safe
def my_event(request: HttpRequest) -> HttpResponse:
    """Redirect to the event that waits for the user, else to their current event, or to the home page."""
    event = event_to_open(request.user)
    if event:
        return redirect("event", event.slug)
    messages.info(request, _("You are in no event now. Join one with its code, or draft against bots."))
    return redirect("/")


def qr_code(request: HttpRequest, event: Event) -> SafeString:
    """Return the QR code of the URL at which ``event`` is joined, as SVG."""
    return qr_picture(request.build_absolute_uri(reverse("join_event", args=[event.join_code])))


def qr_picture(address: str) -> SafeString:
    """Return the QR code of ``address``, as SVG."""
    svg = segno.make(address, error="m").svg_inline(border=4, light="#fff", omitsize=True)
    return mark_safe(svg)  # noqa: S308 - generated here
