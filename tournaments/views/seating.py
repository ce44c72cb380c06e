"""Desk actions for pods, before and during the draft."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from cards.character_width import half_width
from drafting.models import Seat
from gameplay.engine.core.errors import UnreadableError
from gameplay.infrastructure.typed_input import MistypedError
from tournaments.services import announced_rounds, cut, draft
from tournaments.services import pod as pods
from tournaments.views.event_request import (
    event_and_actor,
    posted_minutes,
    posted_number,
    posted_player,
    posted_reason,
    redirect_to_desk,
)


@require_POST
def set_pod_sizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Make pods of the given sizes, such as 6+4."""
    event, by = event_and_actor(request, slug, "run")
    written = half_width(request.POST.get("sizes", "")).replace(" ", "").split("+")
    if not all(size.isascii() and size.isdigit() and len(size) < 4 for size in written):
        raise MistypedError(_("Enter sizes such as 6+4."), place="sizes")
    pods.plan_pods(event, by=by, sizes=[int(size) for size in written], reason=posted_reason(request))
    return redirect_to_desk(request, event)


@require_POST
def announce_rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the number of rounds."""
    event, by = event_and_actor(request, slug, "run")
    announced_rounds.announce_rounds(event, posted_number(request, "rounds"), reason=posted_reason(request), by=by)
    return redirect_to_desk(request, event)


@require_POST
def change_cut(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the size of the top cut, and whether it drafts again."""
    event, by = event_and_actor(request, slug, "run")
    places, again = posted_number(request, "places"), request.POST.get("cut_draft") == "yes"
    cut.change_cut(event, places, reason=posted_reason(request), by=by, cut_draft=places > 0 and again)
    return redirect_to_desk(request, event)


@require_POST
def swap_seats(request: HttpRequest, slug: str) -> HttpResponse:
    event, by = event_and_actor(request, slug, "run")
    first, second = (posted_player(request, field, event.entries.all()) for field in ("first", "second"))
    pods.swap_seats(event, first, second, reason=posted_reason(request), by=by)
    return redirect_to_desk(request, event)


@require_POST
def act_on_pod(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pause or resume a pod's draft, or extend its deck building."""
    event, by = event_and_actor(request, slug, "run")
    found = get_object_or_404(event.pods.select_related("pod"), number=number).pod
    reason = posted_reason(request)
    match request.POST.get("act"):
        case "pause":
            draft.pause_pod(found, reason=reason, by=by)
        case "resume":
            draft.resume_pod(found, by=by)
        case "extend":
            draft.extend_building(found, posted_minutes(request), reason=reason, by=by)
        case other:
            raise UnreadableError(f"{other!r:.40} is unknown", place="act")
    return redirect_to_desk(request, event)


@require_POST
def act_on_drafts(request: HttpRequest, slug: str) -> HttpResponse:
    """Pause all drafts of the event, or resume those that were paused together."""
    event, by = event_and_actor(request, slug, "run")
    match request.POST.get("act"):
        case "pause":
            draft.pause_drafts(event, reason=posted_reason(request), by=by)
        case "resume":
            draft.resume_drafts(event, by=by)
        case other:
            raise UnreadableError(f"{other!r:.40} is unknown", place="act")
    return redirect_to_desk(request, event)


@require_POST
def act_on_seat(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let a bot take over a seat, or return it to the player."""
    event, by = event_and_actor(request, slug, "run")
    entry = get_object_or_404(event.entries.select_related("event", "account"), number=number)
    if not Seat.objects.filter(pod__event_pod__event=event, player=entry.account).exists():
        raise Http404
    if request.POST.get("bot") == "yes":
        draft.give_entry_to_bot(entry, reason=posted_reason(request), by=by)
    else:
        draft.return_entry_to_player(entry, by=by)
    return redirect_to_desk(request, event)
