"""How the figures of one player, or team, in the standings are calculated."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.rules.standing_figures import explain_standings
from tournaments.selectors.event_state import event_state
from tournaments.selectors.standings import StandingRow, listed_standings, standing_rows
from tournaments.views.conditional import conditional_page
from tournaments.views.event_request import event_page_context, follow_streams, visible_event


@require_safe
def calculation_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the calculations of the figures of a player or team. tournaments/figures.js gets them without the page.

    Raise Http404 unless the player is in the standings, of the event or of the pod in the query string.
    """
    event = visible_event(request, slug)
    live = follow_streams(event, event.stream, event.desk_stream)
    context = event_page_context(request, event, "standings")

    def respond() -> HttpResponse:
        row = _explained_row(event, str(number), pod=request.GET.get("pod", ""))
        whole = not request.htmx or request.htmx.boosted  # type: ignore[attr-defined]
        template = "tournaments/calculation.html" if whole else "tournaments/parts/calculation.html"
        return render(request, template, context | {"row": row})

    return conditional_page(request, context | {"live": live}, respond)


def _explained_row(event: Event, player: str, *, pod: str) -> StandingRow:
    state = event_state(event)
    tournament = state.tournament
    number = int(pod) if pod in map(str, range(1, len(tournament.pods) + 1)) else None
    listed = listed_standings(tournament, pod=number) if number else state.standings.values()
    shown = [standing for standing in listed if standing.player == player]
    if not shown:
        raise Http404
    figures = explain_standings(tournament, among=tournament.pods[number - 1] if number else None, players={player})
    found = standing_rows(event, tournament, pod=number, shown=shown, figures=figures, load_pairs=state.load_pairs)
    return found[0]
