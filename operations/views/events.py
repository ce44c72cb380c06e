"""The page on which an operator cancels an event."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from operations.services.events import cancel_event
from operations.views.confirmation import refuse_unconfirmed
from operations.views.permission import operator_of, operators_only
from tournaments.models import Event
from tournaments.selectors.progress import event_phase, phase_name
from tournaments.views.event_request import posted_reason


@operators_only
@never_cache
@require_http_methods(["GET", "POST"])
def cancel_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what cancelling an event means; or cancel it."""
    event = get_object_or_404(Event, slug=slug)
    if request.method == "POST":
        refuse_unconfirmed(request)
        cancel_event(event, reason=posted_reason(request), by=operator_of(request))
        messages.success(request, _("{event} is cancelled.").format(event=event.name))
        return redirect("operate")
    context = {
        "page": "overview",
        "event": event,
        "phase": phase_name(event, event_phase(event)),
        "players": event.entries.count(),
    }
    return render(request, "operations/cancel_event.html", context)
