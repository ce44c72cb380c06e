"""The players, pairings and standings of an event: long lists that everybody can read."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from gameplay.infrastructure.handles import normalize_login
from tournaments.models import Entry, Event
from tournaments.rules.bracket import final_standings
from tournaments.rules.standings import Standing
from tournaments.selectors.cut import bracket_stages
from tournaments.selectors.desk import labelled_pods
from tournaments.selectors.early_finish import early_finish_entry
from tournaments.selectors.history import tournament_of
from tournaments.selectors.outlooks import outlook_lines
from tournaments.selectors.pairings import PairedRound
from tournaments.selectors.progress import EventPhase
from tournaments.selectors.round_tables import (
    RoundTables,
    Table,
    count_tables,
    is_final,
    load_pairings,
    published_rounds,
    table_names,
    tables_of,
)
from tournaments.selectors.standings import column_headings, listed_standings, standing_rows
from tournaments.selectors.teams import roster
from tournaments.views.conditional import conditional_page
from tournaments.views.event_request import event_page_context, follow_streams, visible_event
from tournaments.views.list_pages import ROWS_PER_PAGE, ListPage, list_page, search_text
from tournaments.views.rank_plot import rank_plot

STANDINGS_PER_PAGE = 50  # fewer than in other lists, because each row has the calculations of its figures


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the players, from the first result on with their ranks and records."""
    event = visible_event(request, slug)
    context = {"live": follow_streams(event, event.stream, event.desk_stream)} | event_page_context(
        request, event, "players"
    )
    return conditional_page(
        request,
        context,
        lambda: render(
            request, "tournaments/players.html", context | _players_context(request, event, context["phase"])
        ),
    )


def _players_context(request: HttpRequest, event: Event, phase: EventPhase) -> dict[str, Any]:
    """Return the entries and, except in team events, their standings from the rounds on."""
    ranked: dict[str, Standing] = {}
    if phase in (EventPhase.ROUNDS, EventPhase.FINISHED) and not event.is_team_event:
        ranked = {row.player: row for row in final_standings(tournament_of(event))}

    def matches(entry: Entry, wanted: str) -> bool:
        return str(entry.number) == wanted or wanted in normalize_login(entry.full_name)

    shown = list_page(request, roster(event), matches=matches, is_own=lambda entry: entry.account_id == request.user.pk)
    entries = [(entry, ranked.get(entry.rules_id)) for entry in shown.rows]
    return {"entries": entries, "shown": shown, "is_ranked": any(row.record.rounds for row in ranked.values())}


@require_safe
def pairings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the pairings of the published rounds: of all of them if they fit on a page, else of one round."""
    event = visible_event(request, slug)
    context = {"live": follow_streams(event, event.stream, event.desk_stream)} | event_page_context(
        request, event, "pairings"
    )
    return conditional_page(
        request,
        context,
        lambda: render(request, "tournaments/pairings.html", context | _pairings_context(request, event)),
    )


class ShownRound(NamedTuple):
    """A round with the pairings that a page shows, and all its tables."""

    paired: PairedRound
    all: RoundTables


def _pairings_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    published, number = published_rounds(event), request.GET.get("round", "")
    has_several_pages = count_tables(published) > ROWS_PER_PAGE
    chosen = [each for each in published if str(each.number) == number]
    tables = tables_of((chosen or published[:1]) if has_several_pages else (chosen or published))
    shown = _table_page(request, event, tables[0]) if has_several_pages else None
    loaded = load_pairings([replace(tables[0], tables=shown.rows)] if shown else tables)
    return {
        "rounds": [ShownRound(*each) for each in zip(loaded, tables, strict=True)],
        "shown": shown,
        "other_rounds": published if len(tables) < len(published) else [],
        "state": request.GET.get("state", ""),
    }


def _table_page(request: HttpRequest, event: Event, found: RoundTables) -> ListPage[Table]:
    """Return the tables of a round that the page shows, of those in the state that was asked for."""
    own = _own_id(request, event)
    names = table_names(found.round) if search_text(request) else {}

    def matches(table: Table, wanted: str) -> bool:
        if wanted.isdecimal():
            return str(table[0].table) == wanted
        return any(wanted in normalize_login(names[row.pk]) for row in table)

    wanted_state = {"missing": False, "final": True}.get(request.GET.get("state", ""))
    tables = [table for table in found.tables if wanted_state is None or is_final(table) is wanted_state]
    return list_page(
        request,
        tables,
        matches=matches,
        is_own=lambda table: own in (table[0].a, table[0].b),
        total=len(found.tables),
    )


@require_safe
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings of the event or of one pod, with the calculation of every figure."""
    event = visible_event(request, slug)
    context = {"live": follow_streams(event, event.stream, event.desk_stream)} | event_page_context(
        request, event, "standings"
    )
    return conditional_page(
        request,
        context,
        lambda: render(request, "tournaments/standings.html", context | _standings_context(event, request)),
    )


def _standings_context(event: Event, request: HttpRequest) -> dict[str, Any]:
    pods = list(labelled_pods(event).filter(joins=None)) if not event.is_team_event else []
    pod = next((pod for pod in pods if str(pod.number) == request.GET.get("pod", "")), None)
    number = pod.number if pod else None
    tournament = tournament_of(event)
    listed = listed_standings(tournament, pod=number)
    names = {entry.id: entry.name for entry in tournament.entries}
    shown = _standing_page(request, event, listed, names)
    rows = standing_rows(event, tournament, pod=number, shown=shown.rows)
    # Of a long list, the ranks by round are left out: they need the standings after each round, of all players.
    plot = None
    if not shown.is_long:
        plot = rank_plot(tournament, rows, among=tournament.pods[number - 1] if number else None)
    return {
        "pods": pods,
        "pod": pod,
        "headings": column_headings(event.tie_break_rules),
        "standings_by": event.tie_break_rules.name_in(get_language() or "en"),
        "finished_early": early_finish_entry(event),
        "open": any(row.outlooks for row in rows),
        "columns": bracket_stages(event, tournament),
        "decided": any(standing.swiss_rank for standing in listed),
        "plot": plot,
        "shown": shown,
        "rows": [(row, outlook_lines(row.outlooks, names), plot.line_of(row) if plot else None) for row in rows],
    }


def _standing_page(
    request: HttpRequest, event: Event, listed: Sequence[Standing], names: dict[str, str]
) -> ListPage[Standing]:
    """Return the standings that the page shows; none before the first result."""
    own = _own_id(request, event)
    return list_page(
        request,
        listed if any(standing.record.rounds for standing in listed) else [],
        matches=lambda standing, wanted: wanted in normalize_login(names[standing.player]),
        is_own=lambda standing: own == standing.player,
        size=STANDINGS_PER_PAGE,
    )


def _own_id(request: HttpRequest, event: Event) -> str:
    """Return the id in the rules of the user, or of their team; "" if they do not play. Makes one query at most."""
    if not request.user.is_authenticated:
        return ""
    entry = event.entries.select_related("team").filter(account=request.user).first()
    return entry.rules_id if entry else ""
