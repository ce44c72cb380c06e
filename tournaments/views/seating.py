"""What the desk does about pods, before the draft and while it is on."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from drafting.models import Seat
from gameplay.engine.core.errors import UnreadableError
from tournaments.services import cut, draft
from tournaments.services import pod as pods
from tournaments.views.event_request import (
    event_and_actor,
    posted_minutes,
    posted_number,
    posted_reason,
    redirect_to_desk,
)


@require_POST
def set_pod_sizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Make pods of the director's own sizes, as in 6+4."""
    event, by = event_and_actor(request, slug, "run")
    written = request.POST.get("sizes", "").replace(" ", "").split("+")
    if not all(size.isascii() and size.isdigit() and len(size) < 4 for size in written):
        raise UnreadableError(_("must be as in 6+4"), place="sizes")
    pods.plan_pods(event, by=by, sizes=[int(size) for size in written], reason=posted_reason(request))
    return redirect_to_desk(event)


@require_POST
def announce_rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Play another number of rounds."""
    event, by = event_and_actor(request, slug, "run")
    pods.announce_rounds(event, posted_number(request, "rounds"), reason=posted_reason(request), by=by)
    return redirect_to_desk(event)


@require_POST
def change_cut(request: HttpRequest, slug: str) -> HttpResponse:
    """Let another number of players play on after the rounds."""
    event, by = event_and_actor(request, slug, "run")
    cut.change_cut(event, posted_number(request, "places"), reason=posted_reason(request), by=by)
    return redirect_to_desk(event)


@require_POST
def swap_seats(request: HttpRequest, slug: str) -> HttpResponse:
    event, by = event_and_actor(request, slug, "run")
    first, second = posted_number(request, "first"), posted_number(request, "second")
    pods.swap_seats(event, first, second, reason=posted_reason(request), by=by)
    return redirect_to_desk(event)


@require_POST
def act_on_pod(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pause or resume a pod's draft, or give it more time to build."""
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
            raise UnreadableError(f"{other!r:.40}", place="act")
    return redirect_to_desk(event)


@require_POST
def act_on_drafts(request: HttpRequest, slug: str) -> HttpResponse:
    """Pause all drafts of the event at once, or let those go on."""
    event, by = event_and_actor(request, slug, "run")
    match request.POST.get("act"):
        case "pause":
            draft.pause_drafts(event, reason=posted_reason(request), by=by)
        case "resume":
            draft.resume_drafts(event, by=by)
        case other:
            raise UnreadableError(f"{other!r:.40}", place="act")
    return redirect_to_desk(event)


@require_POST
def act_on_seat(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let a bot act for a player who is away, or the player again."""
    event, by = event_and_actor(request, slug, "run")
    entry = get_object_or_404(event.entries.select_related("event", "account"), number=number)
    if not Seat.objects.filter(pod__event_pod__event=event, player=entry.account).exists():
        raise Http404
    if request.POST.get("bot") == "yes":
        draft.give_entry_to_bot(entry, reason=posted_reason(request), by=by)
    else:
        draft.return_entry_to_player(entry, by=by)
    return redirect_to_desk(event)
