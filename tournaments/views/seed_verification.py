"""Seed verification: pages on which anyone can verify the draws of an event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from gameplay.infrastructure.throttle import count_try
from tournaments.selectors.event_file import (
    MAX_CHECKS_PER_MINUTE,
    event_file_text,
    public_file,
    verification_json,
    verify_finished_event,
)
from tournaments.views.event_request import event_page_context, visible_event


@never_cache
@require_safe
def verification_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Explain seed verification; verify a finished event on request."""
    event = visible_event(request, slug)
    context = event_page_context(request, event, "event")
    if "check" in request.GET and event.finished_at:
        count_try("verify", request.META["REMOTE_ADDR"], limit=MAX_CHECKS_PER_MINUTE)
        context["proof"] = verification_json(verify_finished_event(event))
    return render(request, "tournaments/verify.html", context)


@never_cache
@require_safe
def download_event_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the event file, for verification on another computer. Raises NotFinishedError."""
    event = visible_event(request, slug)
    answer = HttpResponse(event_file_text(public_file(event)), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}.json"'
    return answer


@require_safe
def fairness_page(request: HttpRequest) -> HttpResponse:
    """Show how to recompute draws from a seed by hand."""
    return render(request, "tournaments/fairness.html")
