"""What the desk decides about all pairings to come: inside pods or across them, and who is kept apart."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from gameplay.engine.core.errors import UnreadableError
from tournaments.models import Event
from tournaments.services.pairing import set_pairing_mode
from tournaments.services.pairing_exclusion import exclude_pairing
from tournaments.services.pairing_exclusion import lift_exclusion as lift_apart
from tournaments.views.event_request import event_and_actor, posted_number, posted_reason, redirect_to_desk


@require_POST
def choose_pairing_mode(request: HttpRequest, slug: str) -> HttpResponse:
    """Say how the rounds to come are paired."""
    event, by = event_and_actor(request, slug, "set_pairing")
    pairing = request.POST.get("pairing", "")
    if pairing not in Event.Pairing.values:
        raise UnreadableError(f"{pairing!r:.40}", place="pairing")
    power = request.POST.get("power_pairing") == "yes"
    set_pairing_mode(event, pairing=pairing, power_pairing=power, reason=posted_reason(request), by=by)
    return redirect_to_desk(event)


@require_POST
def add_exclusion(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep two players apart."""
    event, by = event_and_actor(request, slug, "run")
    exclude_pairing(
        event, posted_number(request, "first"), posted_number(request, "second"), reason=posted_reason(request), by=by
    )
    return redirect_to_desk(event)


@require_POST
def remove_exclusion(request: HttpRequest, slug: str, apart_id: int) -> HttpResponse:
    """Let two players meet again."""
    event, by = event_and_actor(request, slug, "run")
    lift_apart(get_object_or_404(event.kept_apart, pk=apart_id), reason=posted_reason(request), by=by)
    return redirect_to_desk(event)
