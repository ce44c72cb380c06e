"""The capacity of an event and its waiting list: the actions of the desk and of waiting players."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from gameplay.models import Account
from tournaments.models import Event
from tournaments.selectors.roles import Actor
from tournaments.selectors.waiting_list import waiting_place
from tournaments.services.waiting_list import admit_waiting_player, leave_waiting_list, set_capacity
from tournaments.views.event_request import event_and_actor, posted_number, posted_reason, redirect_to_desk


@require_POST
def change_capacity(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the number of places. An empty field stands for no limit."""
    event, by = event_and_actor(request, slug, "run")
    typed = request.POST.get("capacity", "").strip()
    set_capacity(event, posted_number(request, "capacity") if typed else None, by=by)
    return redirect_to_desk(request, event)


@require_POST
def admit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Register a waiting player out of turn."""
    event, by = event_and_actor(request, slug, "admit")
    entry = admit_waiting_player(get_object_or_404(event.waiting_players, number=number), by=by)
    words = _("{name} was admitted as number {number}.")
    messages.success(request, words.format(name=entry.official_name, number=entry.number))
    return redirect_to_desk(request, event)


@require_POST
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove the player that the form names from the waiting list."""
    event, by = event_and_actor(request, slug, "admit")
    player = get_object_or_404(event.waiting_players, number=posted_number(request, "number"))
    leave_waiting_list(player, by=by, reason=posted_reason(request))
    return redirect_to_desk(request, event)


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the user off the waiting list."""
    event = get_object_or_404(Event, slug=slug)
    place = waiting_place(event, request.user)
    if place is None or not isinstance(request.user, Account):
        raise Http404
    leave_waiting_list(place.player, by=Actor(request.user, "player"))
    messages.success(request, _("You have left the waiting list."))
    return redirect("home")
