"""What the desk decides about all pairings to come: inside pods or across them, and who is kept apart."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from gameplay.engine.core.errors import UnreadableError
from tournaments.models import Event
from tournaments.services.apart import keep_apart
from tournaments.services.apart import lift as lift_apart
from tournaments.services.pairing import pair_by
from tournaments.views.reading import at_desk, back_to_desk, number_in, reason_in


@require_POST
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Say how the rounds to come are paired."""
    event, by = at_desk(request, slug, "set_pairing")
    pairing = request.POST.get("pairing", "")
    if pairing not in Event.Pairing.values:
        raise UnreadableError(f"{pairing!r:.40}", place="pairing")
    power = request.POST.get("power_pairing") == "yes"
    pair_by(event, pairing=pairing, power_pairing=power, reason=reason_in(request), by=by)
    return back_to_desk(event)


@require_POST
def apart(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep two players apart."""
    event, by = at_desk(request, slug, "run")
    keep_apart(event, number_in(request, "first"), number_in(request, "second"), reason=reason_in(request), by=by)
    return back_to_desk(event)


@require_POST
def lift(request: HttpRequest, slug: str, apart_id: int) -> HttpResponse:
    """Let two players meet again."""
    event, by = at_desk(request, slug, "run")
    lift_apart(get_object_or_404(event.kept_apart, pk=apart_id), reason=reason_in(request), by=by)
    return back_to_desk(event)
