"""What the desk does about players who come late or come back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.services.bye import pair_with_bye
from tournaments.services.entry import NewPlayer
from tournaments.services.late import add_late_entry, undo_drop
from tournaments.views.event_request import event_and_actor, posted_number, posted_reason, redirect_to_desk


@require_POST
def add_late_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter somebody late: who was registered by their number, who was not by the name they give; a team by all of theirs."""
    event, by = event_and_actor(request, slug, "admit")
    number = posted_number(request, "number", default=0)
    known = get_object_or_404(event.entries, number=number) if number else None
    who, *mates = [known] if known else [NewPlayer(handle) for handle in request.POST.getlist("handle") or [""]]
    team = request.POST.get("team", "")
    entry = add_late_entry(event, who, *mates, reason=posted_reason(request), by=by, team=team)
    if entry.team:
        said = _("{name} is in, and its members build decks now. Links for their devices: “Another device” below.")
    else:
        said = _(
            "{name} is in, number {number}, and builds a deck now. A link for their device: “Another device” below."
        )
    if not event.drafted:
        said = _("{name} is in, and is paired once a deck is in. A link for their device: “Another device” below.")
    messages.success(request, said.format(name=entry.contestant.name, number=entry.number))
    return redirect_to_desk(event)


@require_POST
def restore_dropped(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a drop back."""
    event, by = event_and_actor(request, slug, "admit")
    entry, team = get_object_or_404(event.entries, number=number), request.POST.get("team", "")
    undo_drop(entry, reason=posted_reason(request), by=by, team=team)
    return redirect_to_desk(event)


@require_POST
def seat_against_bye(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Seat somebody who has missed the round against the one who has the bye."""
    event, by = event_and_actor(request, slug, "run")
    pair_with_bye(get_object_or_404(event.entries, number=number), reason=posted_reason(request), by=by)
    return redirect_to_desk(event)
