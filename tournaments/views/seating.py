"""What the desk does about pods, before the draft and while it is on."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from drafting.models import Seat
from gameplay.engine.core.errors import UnreadableError
from tournaments.services import cut, draft
from tournaments.services import pod as pods
from tournaments.views.reading import at_desk, back_to_desk, minutes_in, number_in, reason_in


@require_POST
def sizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Make pods of the director's own sizes, as in 6+4."""
    event, by = at_desk(request, slug, "run")
    written = request.POST.get("sizes", "").replace(" ", "").split("+")
    if not all(size.isascii() and size.isdigit() and len(size) < 4 for size in written):
        raise UnreadableError(_("must be as in 6+4"), place="sizes")
    pods.make_pods(event, by=by, sizes=[int(size) for size in written], reason=reason_in(request))
    return back_to_desk(event)


@require_POST
def announce_rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Play another number of rounds."""
    event, by = at_desk(request, slug, "run")
    pods.announce_rounds(event, number_in(request, "rounds"), reason=reason_in(request), by=by)
    return back_to_desk(event)


@require_POST
def change_cut(request: HttpRequest, slug: str) -> HttpResponse:
    """Let another number of players play on after the rounds."""
    event, by = at_desk(request, slug, "run")
    cut.change_cut(event, number_in(request, "places"), reason=reason_in(request), by=by)
    return back_to_desk(event)


@require_POST
def swap_seats(request: HttpRequest, slug: str) -> HttpResponse:
    event, by = at_desk(request, slug, "run")
    first, second = number_in(request, "first"), number_in(request, "second")
    pods.swap_seats(event, first, second, reason=reason_in(request), by=by)
    return back_to_desk(event)


@require_POST
def pod(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pause or resume a pod's draft, or give it more time to build."""
    event, by = at_desk(request, slug, "run")
    found = get_object_or_404(event.pods.select_related("pod"), number=number).pod
    reason = reason_in(request)
    match request.POST.get("act"):
        case "pause":
            draft.pause(found, reason=reason, by=by)
        case "resume":
            draft.resume(found, by=by)
        case "extend":
            draft.extend_building(found, minutes_in(request), reason=reason, by=by)
        case other:
            raise UnreadableError(f"{other!r:.40}", place="act")
    return back_to_desk(event)


@require_POST
def drafts(request: HttpRequest, slug: str) -> HttpResponse:
    """Pause all drafts of the event at once, or let those go on."""
    event, by = at_desk(request, slug, "run")
    match request.POST.get("act"):
        case "pause":
            draft.pause_event(event, reason=reason_in(request), by=by)
        case "resume":
            draft.resume_event(event, by=by)
        case other:
            raise UnreadableError(f"{other!r:.40}", place="act")
    return back_to_desk(event)


@require_POST
def seat(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let a bot act for a player who is away, or the player again."""
    event, by = at_desk(request, slug, "run")
    entry = get_object_or_404(event.entries.select_related("event", "account"), number=number)
    if not Seat.objects.filter(pod__event_pod__event=event, player=entry.account).exists():
        raise Http404
    if request.POST.get("bot") == "yes":
        draft.give_to_bot(entry, reason=reason_in(request), by=by)
    else:
        draft.give_back(entry, by=by)
    return back_to_desk(event)
