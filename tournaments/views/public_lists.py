"""The players, pairings and standings of an event: lists that a whole hall may read."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from gameplay.infrastructure.handles import normalize_login
from tournaments.models import Event
from tournaments.rules.standings import Standing
from tournaments.selectors.cut import bracket_stages
from tournaments.selectors.desk import labelled
from tournaments.selectors.endings import early_finish_entry
from tournaments.selectors.event_state import event_state
from tournaments.selectors.outlooks import outlook_lines
from tournaments.selectors.pairings import PairedRound
from tournaments.selectors.progress import EventPhase
from tournaments.selectors.public_decks import are_decks_public
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
from tournaments.selectors.seats import ranked_pods
from tournaments.selectors.standings import column_headings, listed_standings, standing_rows
from tournaments.selectors.teams import load_entries, roster_rows
from tournaments.views.conditional import conditional_page, templates_version
from tournaments.views.event_request import event_page_context, follow_streams, refresh_spread, visible_event
from tournaments.views.list_pages import ROWS_PER_PAGE, ListPage, ListQuery, list_page, list_query
from tournaments.views.rank_plot import rank_plot
from tournaments.views.shared_lists import SharedList, shared_list

STANDINGS_PER_PAGE = 50  # fewer than in other lists, because each row has the calculations of its figures
Context = dict[str, Any]


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the players, from the first result on with their ranks and records."""
    return show_list(request, slug, "players", _players_query, _players_list)


@require_safe
def pairings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the pairings of the published rounds: of all of them if they fit on a page, else of one round."""
    return show_list(request, slug, "pairings", _pairings_query, _pairings_list)


@require_safe
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings of the event or of one pod, with the calculation of every figure."""
    return show_list(request, slug, "standings", _standings_query, _standings_list)


def show_list(
    request: HttpRequest,
    slug: str,
    page: str,
    read_query: Callable[[HttpRequest, Event], ListQuery],
    build: Callable[[Event, ListQuery, Context], SharedList],
) -> HttpResponse:
    """Show a page around a list, which is rendered by ``build`` and marked for the user."""
    event = visible_event(request, slug)
    context = {"live": follow_streams(event, event.stream, event.desk_stream)} | event_page_context(
        request, event, page
    )

    def respond() -> HttpResponse:
        query = read_query(request, event)
        shared = {name: context[name] for name in ("event", "phase", "staff", "as_of")}
        found = _built(page, query, context, partial(build, event, query, shared))
        mine = found.rows_of.get(str(request.user.pk), ())
        own = found.pages.get(_own_id(request, event)) if found.is_long and not query.search else None
        return render(
            request,
            f"tournaments/{page}.html",
            context
            | {"list": found, "list_html": found.html_for(mine), "query": query, "own_page": own}
            | {"spread": refresh_spread(query.total)},
        )

    return conditional_page(request, context, respond)


def _built(page: str, query: ListQuery, context: Context, build: Callable[[], SharedList]) -> SharedList:
    """Return the list for ``query``, which other requests share unless it is a search."""
    if query.search:
        return build()
    state = (page, context["event"].pk, context["live"], context["phase"], context["staff"], get_language())
    return shared_list((*state, query.options.urlencode(), query.number, templates_version()), build)


def _own_id(request: HttpRequest, event: Event) -> str:
    """Return the id in the rules of the user, or of their team; "" if they do not play. Makes one query at most."""
    if not request.user.is_authenticated:
        return ""
    entry = event.entries.select_related("team").filter(account=request.user).first()
    return entry.rules_id if entry else ""


# --- Players ---


def _players_query(request: HttpRequest, event: Event) -> ListQuery:
    return list_query(request, total=event.entries.count())


def _players_list(event: Event, query: ListQuery, context: Context) -> SharedList:
    """Return the players and, except in team events, their standings from the rounds on."""
    ranked: dict[str, Standing] = {}
    has_standings = context["phase"] in (EventPhase.ROUNDS, EventPhase.FINISHED) or event.cut_seated_at
    if has_standings and not event.is_team_event:
        ranked = event_state(event).standings
    listed = roster_rows(event)
    shown = list_page(
        listed,
        query,
        matches=lambda row: str(row.number) == query.wanted or query.wanted in normalize_login(row.names),
    )
    entries = load_entries(shown.rows)
    context |= {
        "entries": [(entry, ranked.get(entry.rules_id)) for entry in entries],
        "shown": shown,
        "is_ranked": any(row.record.rounds for row in ranked.values()),
    }
    return SharedList(
        html=render_to_string("tournaments/parts/players_list.html", context),
        title=ngettext("{players} player", "{players} players", shown.total).format(players=shown.total),
        is_long=shown.is_long,
        rows_of={str(entry.account_id): [str(entry.number)] for entry in entries},
        pages={row.rules_id: place // ROWS_PER_PAGE + 1 for place, row in enumerate(listed)},
    )


# --- Pairings ---


class ShownRound(NamedTuple):
    """A round with the pairings that a page shows, and all its tables."""

    paired: PairedRound
    all: RoundTables


def _pairings_query(request: HttpRequest, event: Event) -> ListQuery:
    published = event.rounds.filter(published_at__isnull=False)
    numbers = {str(number) for number in published.values_list("number", flat=True)}
    chosen, state = request.GET.get("round", ""), request.GET.get("state", "")
    return list_query(
        request,
        total=event.entries.count(),
        round=chosen if chosen in numbers else "",
        state=state if state in ("missing", "final") else "",
    )


def _pairings_list(event: Event, query: ListQuery, context: Context) -> SharedList:
    published, number, state = published_rounds(event), query.options.get("round"), query.options.get("state")
    is_long = count_tables(published) > ROWS_PER_PAGE
    chosen = [each for each in published if str(each.number) == number]
    tables = tables_of((chosen or published[:1]) if is_long else (chosen or published))
    listed = (
        [table for table in tables[0].tables if not state or is_final(table) is (state == "final")] if is_long else []
    )
    shown = _table_page(tables[0], listed, query) if is_long else None
    loaded = load_pairings([replace(tables[0], tables=shown.rows)] if shown else tables)
    context |= {
        "rounds": [ShownRound(*each) for each in zip(loaded, tables, strict=True)],
        "shown": shown,
        "other_rounds": published if len(tables) < len(published) else [],
        "state": state,
    }
    return SharedList(
        html=render_to_string("tournaments/parts/pairings_list.html", context),
        title=tables[0].round.title if tables else _("Pairings"),
        is_long=is_long,
        rows_of=_rows_of_accounts(loaded),
        pages={
            player: place // ROWS_PER_PAGE + 1
            for place, table in enumerate(listed)
            for player in (table[0].a, table[0].b)
            if player
        },
    )


def _table_page(found: RoundTables, listed: Sequence[Table], query: ListQuery) -> ListPage[Table]:
    """Return the page of ``listed``, which are tables of a round: all of them, or those in one state."""
    names = table_names(found.round) if query.search else {}

    def matches(table: Table) -> bool:
        if query.wanted.isdecimal():
            return str(table[0].table) == query.wanted
        return any(query.wanted in normalize_login(names[row.pk]) for row in table)

    return list_page(listed, query, matches=matches, total=len(found.tables))


def _rows_of_accounts(rounds: Sequence[PairedRound]) -> dict[str, list[str]]:
    """Return the keys of the matches of each account in ``rounds``."""
    found: dict[str, list[str]] = {}
    for paired in rounds:
        for pairing in paired.pairings:
            for entry in filter(None, (pairing.match.a, pairing.match.b)):
                found.setdefault(str(entry.account_id), []).append(str(pairing.match.pk))
    return found


# --- Standings ---


def _standings_query(request: HttpRequest, event: Event) -> ListQuery:
    """Return the query; ``pod`` is the number of a pod, or the label that a user has typed."""
    wanted = normalize_login(request.GET.get("pod", ""))
    pods = _ranked_pods(event) if wanted else []
    pod = next((str(pod.number) for pod in pods if wanted in (str(pod.number), normalize_login(pod.label))), "")
    return list_query(request, total=event.entries.count(), size=STANDINGS_PER_PAGE, pod=pod)


class RankedPod(NamedTuple):
    """A pod with standings of its own: its number from 1 and its label."""

    number: int
    label: str


def _ranked_pods(event: Event) -> list[RankedPod]:
    """Return the pods with standings; [] in a team event. Makes one query; none for teams."""
    if event.is_team_event:
        return []
    return [RankedPod(*row) for row in labelled(ranked_pods(event)).values_list("number", "pod__label")]


def _standings_list(event: Event, query: ListQuery, context: Context) -> SharedList:
    pods = _ranked_pods(event)
    pod = next((pod for pod in pods if str(pod.number) == query.options.get("pod")), None)
    number, state = pod.number if pod else None, event_state(event)
    tournament = state.tournament
    listed = listed_standings(tournament, pod=number) if number else list(state.standings.values())
    names = {entry.id: entry.name for entry in tournament.entries}
    shown = list_page(
        listed if any(standing.record.rounds for standing in listed) else [],
        query,
        matches=lambda standing: query.wanted in normalize_login(names[standing.player]),
        size=STANDINGS_PER_PAGE,
    )
    rows = standing_rows(event, tournament, pod=number, shown=shown.rows, load_pairs=state.load_pairs)
    # Of a long list, the ranks by round are left out: they need the standings after each round, of all players.
    plot = None
    if not shown.is_long:
        plot = rank_plot(tournament, rows, among=tournament.pods[number - 1] if number else None)
    context |= {
        "pods": pods,
        "pod": pod,
        "headings": column_headings(event.tie_break_rules),
        "standings_by": event.tie_break_rules.name_in(get_language() or "en"),
        "decks_are_public": are_decks_public(event),
        "finished_early": early_finish_entry(event),
        "open": any(row.outlooks for row in rows),
        "columns": bracket_stages(event, tournament),
        "decided": any(standing.swiss_rank for standing in listed),
        "plot": plot,
        "shown": shown,
        "rows": [(row, outlook_lines(row.outlooks, names), plot.line_of(row) if plot else None) for row in rows],
    }
    return SharedList(
        html=render_to_string("tournaments/parts/standings_list.html", context),
        title="",
        is_long=shown.is_long,
        rows_of={str(account): [row.entry.rules_id] for row in rows for account in row.accounts},
        pages={each.player: place // STANDINGS_PER_PAGE + 1 for place, each in enumerate(listed)},
    )
