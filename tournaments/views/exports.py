"""Tables and files to take along: for everybody who may see the page they are of, or for officials alone."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from gameplay.infrastructure.csv_export import csv_response
from tournaments.models import Event
from tournaments.selectors import exports
from tournaments.views.event_request import event_and_actor, visible_event


@never_cache
@require_safe
def pairings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who met whom, with the results that count."""
    event = visible_event(request, slug)
    return _csv(event, "pairings", exports.pairings_csv(event))


@never_cache
@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who stands where, in the event or in the pod that the address names."""
    event = visible_event(request, slug)
    return _csv(event, "standings", exports.standings_csv(event, pod=_pod(request, event)))


@never_cache
@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """How each game ended, for officials."""
    event, _by = event_and_actor(request, slug, "see_desk")
    return _csv(event, "results", exports.results_csv(event))


@never_cache
@require_safe
def roster(request: HttpRequest, slug: str) -> HttpResponse:
    """Who entered, for officials."""
    event, _by = event_and_actor(request, slug, "see_desk")
    return _csv(event, "roster", exports.roster_csv(event))


@never_cache
@require_safe
def trf(request: HttpRequest, slug: str) -> HttpResponse:
    """The event, or a pod of it, for chess tools."""
    event = visible_event(request, slug)
    pod = _pod(request, event)
    name = f"{event.slug}-{pod}" if pod else event.slug
    answer = HttpResponse(exports.event_trf(event, request.user, pod=pod), content_type="text/plain")
    answer["Content-Disposition"] = f'attachment; filename="{name}.trf"'
    return answer


def _csv(event: Event, what: str, table: exports.CsvTable) -> HttpResponse:
    return csv_response(f"{event.slug}-{what}", table.columns, table.rows)


def _pod(request: HttpRequest, event: Event) -> int | None:
    """Return the number of the pod that the address names, None without one. Raises Http404 for one that is not there."""
    asked = request.GET.get("pod", "")
    if not asked:
        return None
    if event.is_team_event:
        raise Http404  # teams sit in several pods
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 5 else 0
    return get_object_or_404(event.pods, joins=None, number=number).number
