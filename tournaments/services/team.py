"""Teams: create, join and leave them before the seating is published."""

from collections.abc import Iterable
from itertools import count

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.handles import NameReservedError, clean_handle, normalize_login
from gameplay.infrastructure.lookalikes import are_lookalikes, contains_staff_title, is_confusable_with
from gameplay.models import Account
from tournaments.models import Entry, Event, Team
from tournaments.selectors.teams import find_team, open_team_names, teams_with_members


class TeamNeededError(RulesError):
    """A team event needs the name of a team."""

    code = "team_needed"
    clause = "DRF-OP-14"
    sentence = _("Enter the name of your team. A new name creates the team; your teammates join with the same name.")
    field = "team"


class TeamFullError(RulesError):
    """The team is full; ``details`` give its name and size."""

    code = "team_full"
    clause = "DRF-OP-14"
    sentence = _("Team {team} is full with {size} players. Join another team, or create one with a new name.")
    field = "team"


class TeamLooksAlikeError(RulesError):
    """The name looks like that of another team, which ``details`` give."""

    code = "team_looks_alike"
    clause = "DRF-OP-14"
    sentence = _("This name looks like team {team}. Enter exactly that name to join it, or choose another name.")
    field = "team"


class NoTeamsError(RulesError):
    """The event has no teams."""

    code = "no_teams"
    sentence = _("This is not a team event.")


class WholeTeamError(RulesError):
    """A late team is not complete; ``details`` give its name and size."""

    code = "whole_team"
    clause = "DRF-OP-14"
    sentence = _("A late team needs all {size} players. Enter the other players of {team}, too.")
    field = "team"


def find_or_create_place(event: Event, name: str) -> tuple[Team, int]:
    """Return the team ``name`` in ``event``, which is locked, and its first free place; create the team if needed.

    Raises TeamNeededError, TeamFullError, TeamLooksAlikeError, or the errors of a bad name.
    """
    wanted, teams = _clean(name), teams_with_members(event)
    team = find_team(teams, wanted)
    if team is None:
        _refuse_misleading(event, wanted, teams)
        last = event.teams.order_by("number").last()
        return event.teams.create(number=last.number + 1 if last else 1, name=wanted), 1
    taken = {entry.place for entry in team.lineup}
    free = next((place for place in range(1, event.team_size + 1) if place not in taken), None)
    if free is None:
        raise TeamFullError(team=team.name, size=event.team_size)
    return team, free


def join_team(entry: Entry, name: str) -> None:
    """Add ``entry`` to the team ``name``, created if needed. Raises the errors of `find_or_create_place`."""
    entry.team, entry.place = find_or_create_place(entry.event, name)
    entry.save(update_fields=["team", "place"])


def team_to_wait_for(event: Event, name: str, others: Iterable[str]) -> str:
    """Return the cleaned name of a team that a waiting player of ``event`` will create or join.

    ``others`` are the teams of the players who wait already. Raises the errors of `find_or_create_place`.
    """
    wanted = _clean(name)
    if sum(normalize_login(each) == normalize_login(wanted) for each in others) >= event.team_size:
        raise TeamFullError(team=wanted, size=event.team_size)
    _refuse_misleading(event, wanted, event.teams.all())
    return wanted


def _clean(name: str) -> str:
    """Return the name of a team without surrounding space. Raises TeamNeededError or the errors of a bad name."""
    if not name.strip():
        raise TeamNeededError
    try:
        return clean_handle(name)
    except RulesError as refusal:
        refusal.field = "team"
        raise


def _refuse_misleading(event: Event, name: str, teams: Iterable[Team]) -> None:
    """Raise TeamLooksAlikeError if ``name`` looks like another team's, NameReservedError if like an official's."""
    for each in teams:
        if are_lookalikes(name, each.name):
            raise TeamLooksAlikeError(team=each.name)
    officials = Account.objects.filter(offices__event=event).values_list("handle", flat=True)
    if contains_staff_title(name) or any(is_confusable_with(name, each) for each in officials):
        refusal = NameReservedError()
        refusal.field = "team"
        raise refusal


def next_team_name(event: Event) -> str:
    """Return the name of the first team with a free place, else a new one for bots; "" in an event without teams."""
    if not event.is_team_event:
        return ""
    if open_names := open_team_names(event):
        return open_names[0]
    names = list(event.teams.values_list("name", flat=True))
    candidates = (f"Bots {number}" for number in count(1))
    return next(name for name in candidates if not any(are_lookalikes(name, each) for each in names))


def leave_team(entry: Entry) -> None:
    """Remove ``entry`` from its team; delete the team if it has no players left."""
    team = entry.team
    if team is None:
        return
    entry.team = entry.place = None
    entry.save(update_fields=["team", "place"])
    if not team.entries.exists():
        team.delete()
