"""Desk actions for future pairings: the pairing method and pairing exclusions."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from gameplay.engine.core.errors import UnreadableError
from tournaments.models import Event
from tournaments.services.pairing import set_pairing_mode
from tournaments.services.pairing_exclusion import exclude_pairing, lift_exclusion
from tournaments.views.event_request import event_and_actor, posted_player, posted_reason, redirect_to_desk


@require_POST
def choose_pairing_mode(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the pairing method of the next rounds."""
    event, by = event_and_actor(request, slug, "set_pairing")
    pairing = request.POST.get("pairing", "")
    if pairing not in Event.Pairing.values:
        raise UnreadableError(f"{pairing!r:.40} is unknown", place="pairing")
    power = request.POST.get("power_pairing") == "yes"
    set_pairing_mode(event, pairing=pairing, power_pairing=power, reason=posted_reason(request), by=by)
    return redirect_to_desk(request, event)


@require_POST
def add_exclusion(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a pairing exclusion."""
    event, by = event_and_actor(request, slug, "run")
    first, second = (posted_player(request, field, event.entries.all()) for field in ("first", "second"))
    exclude_pairing(event, first, second, reason=posted_reason(request), by=by)
    return redirect_to_desk(request, event)


@require_POST
def remove_exclusion(request: HttpRequest, slug: str, apart_id: int) -> HttpResponse:
    """Lift a pairing exclusion."""
    event, by = event_and_actor(request, slug, "run")
    lift_exclusion(get_object_or_404(event.kept_apart, pk=apart_id), reason=posted_reason(request), by=by)
    return redirect_to_desk(request, event)
