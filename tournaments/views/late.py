"""Desk actions for late and returning players."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.services.bye import pair_with_bye
from tournaments.services.late import add_late_entry, undo_drop
from tournaments.services.new_entry import NewPlayer
from tournaments.views.event_request import (
    event_and_actor,
    posted_number,
    posted_reading,
    posted_reason,
    redirect_to_desk,
)


@require_POST
def add_late_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a late player or a late team.

    The form names a registered player by number, and new players by name: one, or all members of the team.
    """
    event, by = event_and_actor(request, slug, "admit")
    number = posted_number(request, "number", default=0)
    known = get_object_or_404(event.entries, number=number) if number else None
    # The form has one checkbox for both: a late player under age is only added with the consent.
    is_minor = request.POST.get("under_age") == "yes"
    handles, reading = request.POST.getlist("handle") or [""], posted_reading(request)
    first, *others = (
        [known]
        if known
        else [NewPlayer(each, reading=reading, under_age=is_minor, has_consent=is_minor) for each in handles]
    )
    team = request.POST.get("team", "")
    entry = add_late_entry(event, first, *others, reason=posted_reason(request), by=by, team=team)
    if not event.drafted:
        message = _(
            "{name} was added and is paired once a deck is in. To sign in a device, use “Another device” below."
        )
    elif entry.team:
        message = _("{name} was added and builds decks now. To sign in the devices, use “Another device” below.")
    else:
        message = _(
            "{name} was added as number {number} and builds a deck now. To sign in a device, use “Another device” "
            "below."
        )
    messages.success(request, message.format(name=entry.contestant.name, number=entry.number))
    return redirect_to_desk(request, event)


@require_POST
def restore_dropped(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Undo a drop."""
    event, by = event_and_actor(request, slug, "admit")
    entry, team = get_object_or_404(event.entries, number=number), request.POST.get("team", "")
    undo_drop(entry, reason=posted_reason(request), by=by, team=team)
    return redirect_to_desk(request, event)


@require_POST
def seat_against_bye(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pair a player who missed the round with the player who has the bye."""
    event, by = event_and_actor(request, slug, "run")
    pair_with_bye(get_object_or_404(event.entries, number=number), reason=posted_reason(request), by=by)
    return redirect_to_desk(request, event)
