"""The wall display of an event.

A long list is sent in parts: the browser turns the pages of a part, and then fetches the next part (display.js).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from math import ceil
from typing import Any, Generic, TypeVar

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.cut import bracket_stages
from tournaments.selectors.desk import pod_monitors
from tournaments.selectors.event_state import event_state
from tournaments.selectors.pairings import PairedRound
from tournaments.selectors.progress import EventPhase
from tournaments.selectors.round_tables import RoundTables, Table, load_matches, load_pairings, newest_tables
from tournaments.selectors.seats import current_pods
from tournaments.selectors.standings import standing_rows
from tournaments.selectors.waiting_list import place_count
from tournaments.views.conditional import conditional_page
from tournaments.views.event_request import event_page_context, follow_streams, visible_event
from tournaments.views.join import qr_code, qr_picture

T = TypeVar("T")
Context = dict[str, Any]

ROWS_SENT = 48  # at most; about five pages of a screen
PODS_SENT = 24
NAMES_SENT = 60  # more do not fit beside the code to join
MAX_WINNERS = 8  # a longer tie, after an early finish, leaves no space for the list
LISTS = (EventPhase.ROUNDS, EventPhase.FINISHED)


@dataclass(frozen=True, slots=True)
class ListPart(Generic[T]):
    """The ``rows`` of a long list that are sent: part ``number`` of ``parts``, from 1."""

    rows: Sequence[T]
    number: int
    parts: int

    @property
    def neighbours(self) -> list[tuple[int, int]]:
        """The direction, -1 or 1, and the number of the parts before and after it; [] if it is the whole list.

        The first part comes after the last one.
        """
        return [(turn, (self.number - 1 + turn) % self.parts + 1) for turn in (-1, 1)] if self.parts > 1 else []


@require_safe
def display(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the wall display: how to join, the seating, then the pairings with the clock, at last the standings.

    The parameter ``page`` is the number of a part of the pods, the pairings or the standings.
    """
    event = visible_event(request, slug)
    context = {"live": follow_streams(event, event.stream, event.desk_stream)} | event_page_context(
        request, event, "display"
    )
    phase = context["phase"]

    def respond() -> HttpResponse:
        joining = phase == EventPhase.REGISTRATION
        qr = qr_code(request, event) if joining else qr_picture(request.build_absolute_uri(event.get_absolute_url()))
        shown = context | {"qr": qr, "body_class": "wall"} | _display_context(event, context, request.GET.get("page"))
        return render(request, "tournaments/display.html", shown)

    if phase in LISTS:
        return conditional_page(request, context, respond)
    response = respond()  # depends on the pods, too, which have logs of their own
    add_never_cache_headers(response)
    return response


def _display_context(event: Event, page_context: Context, page: str | None) -> Context:
    """Return what the wall display shows in this phase of the event."""
    phase = page_context["phase"]
    if phase == EventPhase.REGISTRATION:
        names = event.entries.order_by("-number").values_list("name", flat=True)[:NAMES_SENT]
        return {"names": names, "players": event.entries.count(), "places": place_count(event)}
    if phase in (EventPhase.DRAFT, EventPhase.DECKS):
        part = _part(list(current_pods(event).values_list("number", flat=True)), page, size=PODS_SENT)
        return {"pods": pod_monitors(event, numbers=part.rows), "part": part}
    has_standings = phase == EventPhase.FINISHED or page_context["day_break"] is not None
    standings = _standings_context(event, page) if has_standings else {}
    return standings or _round_context(event, page)


def _standings_context(event: Event, page: str | None) -> Context:
    """Return a part of the standings and the names of the winners; {} if no player is ranked."""
    state = event_state(event)
    listed = list(state.standings.values())
    if not listed:
        return {}
    part, names = _part(listed, page), {entry.id: entry.name for entry in state.tournament.entries}
    winners = [names[row.player] for row in takewhile(lambda row: row.rank == 1, listed)]
    rows = standing_rows(event, state.tournament, shown=part.rows, load_pairs=state.load_pairs)
    return {"rows": rows, "winners": winners if len(winners) <= MAX_WINNERS else [], "part": part}


def _round_context(event: Event, page: str | None) -> Context:
    """Return a part of the tables of the newest round, its tables with extra time, and the bracket of a top cut."""
    newest = newest_tables(event)
    if newest is None:
        return {}
    part = _part(newest.tables, page)
    tables, extended = replace(newest, tables=part.rows), replace(newest, tables=_extended(newest))
    context: Context = {"newest": newest, "part": part}
    if event.is_team_event:  # whose boards show whether they were paired by hand
        context["round"], context["extended"] = load_pairings([tables, extended])
    else:
        shown, longer = load_matches([tables, extended])
        context |= {"round": PairedRound(newest.round, shown), "extended": PairedRound(newest.round, longer)}
    if newest.round.stage:
        context["columns"] = bracket_stages(event, event_state(event).tournament)
    return context


def _extended(newest: RoundTables) -> list[Table]:
    """Return the tables, or the boards of teams, that have extra time and no final result."""
    rows = (row for table in newest.tables for row in table)
    return [[row] for row in rows if row.extra_minutes and row.table and not row.agreed.is_final]


def _part(rows: Sequence[T], number: str | None, *, size: int = ROWS_SENT) -> ListPart[T]:
    """Return the part of ``rows`` with this number, or the nearest one. Parts have about the same length."""
    parts = max(ceil(len(rows) / size), 1)
    chosen = Paginator(range(parts), 1).get_page(number).number
    return ListPart(rows[len(rows) * (chosen - 1) // parts : len(rows) * chosen // parts], chosen, parts)
