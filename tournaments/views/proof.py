"""Fairness: what the seed of an event decided, checked by anybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from gameplay.infrastructure.throttle import count_try
from tournaments.selectors.proof import A_MINUTE, proof_of, public_file, said, written
from tournaments.views.reading import event_for, shown


@never_cache
@require_safe
def verify(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what can be checked; at the press of a button, check it."""
    event = event_for(request, slug)
    context = shown(request, event, "event")
    if "check" in request.GET and event.finished_at:
        count_try("verify", request.META["REMOTE_ADDR"], most=A_MINUTE)
        context["proof"] = said(proof_of(event))
    return render(request, "tournaments/verify.html", context)


@never_cache
@require_safe
def file(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the event as a file, for a check that trusts nobody. Raises NotFinishedError."""
    event = event_for(request, slug)
    answer = HttpResponse(written(public_file(event)), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}.json"'
    return answer


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """How to work out by oneself what a seed decides."""
    return render(request, "tournaments/fairness.html")
