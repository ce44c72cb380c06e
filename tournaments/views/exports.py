"""Downloads of an event: public ones, and some for officials only."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from gameplay.infrastructure.csv_export import csv_response
from tournaments.models import Event
from tournaments.selectors import exports
from tournaments.selectors.seats import ranked_pods
from tournaments.views.event_request import event_and_actor, visible_event


@never_cache
@require_safe
def pairings(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the pairings with their agreed results."""
    event = visible_event(request, slug)
    return _csv(event, "pairings", exports.pairings_csv(event))


@never_cache
@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the standings of the event, or of the pod in the query string."""
    event = visible_event(request, slug)
    return _csv(event, "standings", exports.standings_csv(event, pod=_pod(request, event)))


@never_cache
@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the result of each game. Officials only."""
    event, _by = event_and_actor(request, slug, "see_desk")
    return _csv(event, "results", exports.results_csv(event))


@never_cache
@require_safe
def roster(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the list of players. Officials only."""
    event, _by = event_and_actor(request, slug, "see_desk")
    return _csv(event, "roster", exports.roster_csv(event))


@never_cache
@require_safe
def trf(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the event, or one of its pods, in the TRF format of chess software."""
    event = visible_event(request, slug)
    pod = _pod(request, event)
    name = f"{event.slug}-{pod}" if pod else event.slug
    tournament = exports.exportable_tournament(event, request.user)
    answer = HttpResponse(exports.event_trf(event, tournament, pod=pod), content_type="text/plain")
    answer["Content-Disposition"] = f'attachment; filename="{name}.trf"'
    return answer


def _csv(event: Event, what: str, table: exports.CsvTable) -> HttpResponse:
    return csv_response(f"{event.slug}-{what}", table.columns, table.rows)


def _pod(request: HttpRequest, event: Event) -> int | None:
    """Return the pod number from the query string, None without one. Raise Http404 for an unknown pod."""
    text = request.GET.get("pod", "")
    if not text:
        return None
    if event.is_team_event:
        raise Http404  # teams sit in several pods
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
    return get_object_or_404(ranked_pods(event), number=number).number
