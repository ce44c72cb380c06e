"""Desk actions for players and officials: walk-ins, check-in, drops, roles."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from gameplay.engine.core.errors import UnreadableError
from gameplay.models import Account
from tournaments.models import Official
from tournaments.services import entry as entries
from tournaments.services.consent import set_consent
from tournaments.services.event import appoint_official, dismiss_official, find_staff
from tournaments.views.event_request import (
    event_and_actor,
    event_page_context,
    posted_reading,
    posted_reason,
    redirect_to_desk,
)


@require_POST
def walk_in(request: HttpRequest, slug: str) -> HttpResponse:
    event, by = event_and_actor(request, slug, "admit")
    player = entries.NewPlayer(
        request.POST.get("handle", ""),
        reading=posted_reading(request),
        under_age=request.POST.get("under_age") == "yes",
    )
    entry = entries.add_walk_in(event, player, by=by, team=request.POST.get("team", ""))
    name, players = entry.official_name, event.entries.count()
    message = _("{name} was added. Players: {players}.").format(name=name, players=players)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(escape(message))  # the roster itself is live
    messages.success(request, message)
    return redirect_to_desk(request, event)


@require_POST
def add_bot(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a bot."""
    event, by = event_and_actor(request, slug, "admit")
    entries.add_bots(event, 1, by=by)
    return redirect_to_desk(request, event)


@require_POST
def change_team(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Move a player to another team, or a new one."""
    event, by = event_and_actor(request, slug, "admit")
    entries.change_team(get_object_or_404(event.entries, number=number), request.POST.get("team", ""), by=by)
    return redirect_to_desk(request, event)


@require_POST
def check_in(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event, by = event_and_actor(request, slug, "admit")
    entry = get_object_or_404(event.entries, number=number)
    entries.set_checked_in(entry, present=request.POST.get("present") == "yes", by=by)
    return redirect_to_desk(request, event)


@require_POST
def consent(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Record that the guardian's consent for a player was received, or that this was a mistake."""
    event, by = event_and_actor(request, slug, "admit")
    entry = get_object_or_404(event.entries, number=number)
    set_consent(entry, received=request.POST.get("received") == "yes", by=by)
    return redirect_to_desk(request, event)


@require_POST
def drop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Drop a player, by an official."""
    event, by = event_and_actor(request, slug, "admit")
    entries.drop_entry(get_object_or_404(event.entries, number=number), reason=posted_reason(request), by=by)
    return redirect_to_desk(request, event)


@require_POST
def device_link(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a one-time link that signs the player in on another device."""
    event, by = event_and_actor(request, slug, "admit")
    entry = get_object_or_404(event.entries.select_related("account"), number=number)
    if entry.account.kind != Account.Kind.GUEST:
        raise Http404
    token = entries.new_device_token(entry, by=by)
    return render(
        request,
        "tournaments/device.html",
        event_page_context(request, event, "manage") | {"entry": entry, "token": token},
    )


@require_POST
def set_official(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a staff account a role in the event. The role "none" removes its role."""
    event, by = event_and_actor(request, slug, "appoint")
    role, account = request.POST.get("role", ""), find_staff(request.POST.get("handle", ""))
    if role == "none":
        dismiss_official(event, account, by=by)
    elif role in Official.Role.values:
        appoint_official(event, account, role, by=by)
    else:
        raise UnreadableError(f"{role!r:.40} is unknown", place="role")
    return redirect_to_desk(request, event)
