"""Teams are founded, joined and left, until the seating is published."""

from itertools import count

from gameplay.engine.errors import RulesError, _
from gameplay.names import clean_handle, login_name
from tournaments.models import Entry, Event, Team
from tournaments.selectors.teams import open_teams, teams_of


class TeamNeededError(RulesError):
    """Nobody enters an event of teams alone."""

    code = "team_needed"
    clause = "DRF-OP-14"
    sentence = _("Name your team: a new name founds one, and the others join it by the same name.")
    field = "team"


class TeamFullError(RulesError):
    """The team has all its members; ``details`` name it and count them."""

    code = "team_full"
    clause = "DRF-OP-14"
    sentence = _("The team {team} has its {size} members already. Join another one, or found one by a new name.")
    field = "team"


class NoTeamsError(RulesError):
    """Players enter this event alone."""

    code = "no_teams"
    sentence = _("This is not an event of teams.")


class WholeTeamError(RulesError):
    """Once the seating is published a team comes as a whole; ``details`` name it and count its members."""

    code = "whole_team"
    clause = "DRF-OP-14"
    sentence = _("A team that comes late has all its {size} members: name the others of {team}, too.")
    field = "team"


def place_in(event: Event, name: str) -> tuple[Team, int]:
    """Return the team of that name in ``event``, which is held, founded now if there is none, and its first free place.

    Raises TeamNeededError, TeamFullError, or what a bad name raises.
    """
    if not name.strip():
        raise TeamNeededError
    wanted = _clean(name)
    team = next((each for each in teams_of(event) if login_name(each.name) == login_name(wanted)), None)
    if team is None:
        last = event.teams.order_by("number").last()
        return event.teams.create(number=last.number + 1 if last else 1, name=wanted), 1
    taken = {entry.place for entry in team.lineup}
    free = next((place for place in range(1, event.team_size + 1) if place not in taken), None)
    if free is None:
        raise TeamFullError(team=team.name, size=event.team_size)
    return team, free


def join_team(entry: Entry, name: str) -> None:
    """Let ``entry`` found the team of that name, or join it. Raises what `place_in` does."""
    entry.team, entry.place = place_in(entry.event, name)
    entry.save(update_fields=["team", "place"])


def _clean(name: str) -> str:
    try:
        return clean_handle(name)
    except RulesError as refusal:
        refusal.field = "team"
        raise


def open_team(event: Event) -> str:
    """Return the name of the first team of ``event`` with a free place, else one that no team has; "" without teams."""
    if not event.of_teams:
        return ""
    if waiting := open_teams(event):
        return waiting[0]
    names = {login_name(name) for name in event.teams.values_list("name", flat=True)}
    return next(name for number in count(1) if login_name(name := f"Bots {number}") not in names)


def leave_team(entry: Entry) -> None:
    """Give up a place in a team, which is gone once nobody is left in it."""
    team = entry.team
    if team is None:
        return
    entry.team = entry.place = None
    entry.save(update_fields=["team", "place"])
    if not team.entries.exists():
        team.delete()
