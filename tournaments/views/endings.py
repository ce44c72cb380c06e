"""Pages and desk actions that end an event or reopen it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from gameplay.engine.core.errors import UnreadableError
from tournaments.models import Event
from tournaments.selectors.early_finish import may_finish_early, unplayed_rounds
from tournaments.selectors.endings import REOPENING_HOURS, reopening_fault
from tournaments.selectors.next_step import next_step
from tournaments.selectors.progress import event_phase, phase_name
from tournaments.selectors.roles import Actor
from tournaments.services.cancellation import cancel_event
from tournaments.services.early_finish import finish_early
from tournaments.services.reopening import reopen_event
from tournaments.views.event_request import (
    event_and_actor,
    event_page_context,
    posted_number,
    posted_reason,
    redirect_to_desk,
)

OPEN_ROUND_CHOICES = {"discard": False, "count": True}
"""The values of the field that decides whether the open round counts; without one it does not."""


@never_cache
@require_safe
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the consequences of finishing the event; before the last round, also the rounds that will not count."""
    event, _by = event_and_actor(request, slug, "run")
    context = event_page_context(request, event, "manage") | {"next": next_step(event)}
    if may_finish_early(event):
        context["unplayed"] = unplayed_rounds(event)
    return render(request, "tournaments/finish.html", context | {"hours": REOPENING_HOURS})


def finish_early_after_round(request: HttpRequest, event: Event, by: Actor) -> Event:
    """Finish the event early, after the round that the form names, or with the results of the open round."""
    choice = request.POST.get("open_round", "discard")
    if choice not in OPEN_ROUND_CHOICES:
        raise UnreadableError(_("is unknown"), place="open_round")
    return finish_early(
        event,
        after_round=posted_number(request, "after_round"),
        count_open_round=OPEN_ROUND_CHOICES[choice],
        reason=posted_reason(request),
        by=by,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what cancelling the event means; or cancel it."""
    event, by = event_and_actor(request, slug, "run")
    if request.method == "POST":
        cancel_event(event, reason=posted_reason(request), by=by)
        return redirect_to_desk(request, event)
    context = event_page_context(request, event, "manage")
    context |= {"phase_name": phase_name(event, event_phase(event)), "hours": REOPENING_HOURS}
    return render(request, "tournaments/cancel.html", context)


@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Reopen the event."""
    event, by = event_and_actor(request, slug, "run")
    reopen_event(event, reason=posted_reason(request), by=by)
    return redirect_to_desk(request, event)


def may_reopen(event: Event) -> bool:
    """Return whether the desk offers to reopen ``event``. Makes three queries at most, none for a running event."""
    return reopening_fault(event, timezone.now()) is None
