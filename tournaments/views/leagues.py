"""Leagues: their list, the public page with the table, settings, and the events that count."""

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.csv_export import csv_response
from gameplay.infrastructure.handles import normalize_login
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import Account
from tournaments.models import Event, League
from tournaments.rules.rating import Rating
from tournaments.selectors import leagues as selectors
from tournaments.selectors.league_table import LeagueTable, load_league_table
from tournaments.selectors.roles import PERMISSIONS, role_in
from tournaments.services import league as services
from tournaments.services.event import NoSuchStaffError, find_staff
from tournaments.services.league import LeagueSettings
from tournaments.views.conditional import conditional_page
from tournaments.views.event_request import event_and_actor, event_page_context
from tournaments.views.league_forms import LeagueForm, OwnerForm
from tournaments.views.list_pages import list_page, list_query

LEAGUES_PER_PAGE = 50
ROWS_PER_PAGE = 50  # each row has the calculation of its points


@never_cache
@require_safe
def leagues_page(request: HttpRequest) -> HttpResponse:
    """Show the listed leagues, and those of the user."""
    found = list(selectors.listed_leagues())
    query = list_query(request, total=len(found), size=LEAGUES_PER_PAGE)
    shown = list_page(
        found, query, matches=lambda league: query.wanted in normalize_login(league.name), size=LEAGUES_PER_PAGE
    )
    own = selectors.organized_leagues(request.user)
    return render(request, "tournaments/leagues.html", {"shown": shown, "query": query, "own": own})


@require_safe
def league_page(request: HttpRequest, league: str) -> HttpResponse:
    """Show the rule of a league, its table and its events."""
    found = get_object_or_404(League, slug=league)
    table = load_league_table(found)
    query = list_query(request, total=len(table.rows), size=ROWS_PER_PAGE)
    shown = list_page(
        table.rows,
        query,
        matches=lambda row: query.wanted in normalize_login(row.name),
        size=ROWS_PER_PAGE,
    )
    context: dict[str, Any] = {"league": found, "table": table, "shown": shown, "query": query}
    context |= {"rule": found.points_rule, "changes": selectors.league_changes(found)}
    context |= {"is_owner": found.owner_id == request.user.pk}
    context["offered"] = selectors.events_for_league(found, request.user)
    context["removable"] = selectors.removable_events(found, request.user)
    changing = [(event.pk, event.name) for event in context["offered"]], sorted(context["removable"])
    events = [(each.event.slug, each.event.name, each.begins, each.state) for each in table.events]
    live = (vars(found) | {"_state": None}, events, table.rows, context["changes"], changing)

    def respond() -> HttpResponse:
        return render(request, "tournaments/league.html", context)

    return conditional_page(request, {"live": live, "role": ""}, respond)


@never_cache
@require_safe
def league_csv(request: HttpRequest, league: str) -> HttpResponse:
    """Download the table: a column for each event that counts, named by its slug."""
    found = get_object_or_404(League, slug=league)
    table = load_league_table(found)
    return csv_response(f"{found.slug}-table", _csv_columns(found, table), _csv_rows(found, table))


def _csv_columns(league: League, table: LeagueTable) -> list[str]:
    columns = ["rank", "player", "points", "events", "wins", "best", *(each.event.slug for each in table.counted)]
    return [*columns, "rating", "rating_deviation"] if league.ratings else columns


def _csv_rows(league: League, table: LeagueTable) -> list[list[object]]:
    """Return the rows, with the points in each event, whether they count or not."""
    return [
        [
            *(row.standing.rank, row.name, row.standing.points, len(row.standing.scores), row.standing.wins),
            *(row.standing.best, *(score.points if score else None for score in row.scores)),
            *(_csv_rating(row.rating) if league.ratings else ()),
        ]
        for row in table.rows
    ]


def _csv_rating(rating: Rating | None) -> tuple[object, object]:
    return (round(rating.value), round(rating.deviation)) if rating else (None, None)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_league_page(request: HttpRequest) -> HttpResponse:
    """Create a league. Staff accounts only."""
    if not isinstance(request.user, Account) or request.user.kind != Account.Kind.STAFF:
        return redirect("sign_in")
    by = request.user
    return _form_page(request, None, lambda settings: services.create_league(settings, by=by))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def league_settings(request: HttpRequest, league: str) -> HttpResponse:
    """Change the settings of a league. Only for its owner."""
    found = get_object_or_404(League, slug=league)
    by = selectors.league_owner(found, request.user)
    return _form_page(request, found, lambda settings: services.change_league(found, settings, by=by))


def _form_page(request: HttpRequest, league: League | None, save: Callable[[LeagueSettings], League]) -> HttpResponse:
    """Show the form of ``league``, or ``save`` its settings and redirect to its page."""
    form = LeagueForm(request.POST if request.method == "POST" else None, league=league)
    if form.is_bound and form.is_valid():
        try:
            return redirect(save(form.settings()))
        except (RulesError, RulesErrorGroup) as refusal:
            form.add_refusal(refusal)
    form.focus_first_error()
    context = {"form": form, "owner_form": OwnerForm(), "league": league}
    return render(request, "tournaments/league_form.html", context, status=422 if form.is_bound else 200)


@require_POST
def transfer_league(request: HttpRequest, league: str) -> HttpResponse:
    """Give the league to another staff account. Only for its owner."""
    found = get_object_or_404(League, slug=league)
    by = selectors.league_owner(found, request.user)
    form = OwnerForm(request.POST)
    if form.is_valid():
        try:
            owner = find_staff(form.cleaned_data["handle"])
            services.transfer_league(found, owner, by=by)
            messages.success(request, _("The league belongs to {name} now.").format(name=owner.handle))
            return redirect(found)
        except NoSuchStaffError as refusal:
            form.add_error("handle", _(refusal.sentence))
    context = {"form": LeagueForm(league=found), "owner_form": form, "league": found}
    return render(request, "tournaments/league_form.html", context, status=422)


@require_POST
def delete_league(request: HttpRequest, league: str) -> HttpResponse:
    """Delete the league. Only for its owner."""
    found = get_object_or_404(League, slug=league)
    services.delete_league(found, by=selectors.league_owner(found, request.user))
    messages.success(request, _("The league {name} was deleted.").format(name=found.name))
    return redirect("leagues")


@require_POST
def add_event(request: HttpRequest, league: str) -> HttpResponse:
    """Add an event from the page of the league."""
    found = get_object_or_404(League, slug=league)
    event = get_object_or_404(Event, slug=request.POST.get("event", ""))
    services.add_event(found, event, by=selectors.event_adder(found, event, request.user))
    return redirect(found)


@require_POST
def remove_event(request: HttpRequest, league: str, slug: str) -> HttpResponse:
    """Remove an event, from the page of the league or from the event's own page of leagues."""
    found, event = get_object_or_404(League, slug=league), get_object_or_404(Event, slug=slug)
    services.remove_event(found, event, by=selectors.event_remover(found, event, request.user))
    if request.POST.get("back") == "event" and role_in(event, request.user) in PERMISSIONS["set_leagues"]:
        return redirect("event_leagues", event.slug)
    return redirect(found)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def event_leagues(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the leagues of an event at its desk; or add it to another one."""
    event, by = event_and_actor(request, slug, "set_leagues")
    if request.method == "POST":
        league = get_object_or_404(League, slug=request.POST.get("league", ""))
        services.add_event(league, event, by=selectors.event_adder(league, event, request.user))
        messages.success(request, _("The event was added to {league}.").format(league=league.name))
        return redirect("event_leagues", event.slug)
    context = event_page_context(request, event, "manage")
    context |= {"leagues": selectors.leagues_with_event(event)}
    context["offered"] = selectors.leagues_for_event(event, cast(Account, by.account))
    context["is_public"] = event.visibility == Event.Visibility.PUBLIC and not event.rehearsal
    return render(request, "tournaments/event_leagues.html", context)
