"""Teams are founded, joined and left, until the seating is published."""

from collections.abc import Iterable
from itertools import count

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.handles import NameReservedError, clean_handle, normalize_login
from gameplay.infrastructure.lookalikes import are_lookalikes, contains_staff_title, is_confusable_with
from gameplay.models import Account
from tournaments.models import Entry, Event, Team
from tournaments.selectors.teams import open_team_names, teams_with_members


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


class TeamLooksAlikeError(RulesError):
    """Two teams must not look the same; ``details`` give the name of the other one."""

    code = "team_looks_alike"
    clause = "DRF-OP-14"
    sentence = _("This looks like the team {team}. Write the same name to join that team, or choose another name.")
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


def find_or_create_place(event: Event, name: str) -> tuple[Team, int]:
    """Return the team of that name in ``event``, which is held, founded now if there is none, and its first free place.

    Raises TeamNeededError, TeamFullError, TeamLooksAlikeError, or what a bad name raises.
    """
    if not name.strip():
        raise TeamNeededError
    wanted, teams = _clean(name), teams_with_members(event)
    team = next((each for each in teams if normalize_login(each.name) == normalize_login(wanted)), None)
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
    """Let ``entry`` found the team of that name, or join it. Raises what `place_in` does."""
    entry.team, entry.place = find_or_create_place(entry.event, name)
    entry.save(update_fields=["team", "place"])


def _clean(name: str) -> str:
    try:
        return clean_handle(name)
    except RulesError as refusal:
        refusal.field = "team"
        raise


def _refuse_misleading(event: Event, name: str, teams: Iterable[Team]) -> None:
    """Raise TeamLooksAlikeError if a team looks like ``name``, NameReservedError if officials could be meant."""
    for each in teams:
        if are_lookalikes(name, each.name):
            raise TeamLooksAlikeError(team=each.name)
    officials = Account.objects.filter(offices__event=event).values_list("handle", flat=True)
    if contains_staff_title(name) or any(is_confusable_with(name, each) for each in officials):
        refusal = NameReservedError()
        refusal.field = "team"
        raise refusal


def next_team_name(event: Event) -> str:
    """Return the name of the first team of ``event`` with a free place, else one that no team has; "" without teams."""
    if not event.is_team_event:
        return ""
    if waiting := open_team_names(event):
        return waiting[0]
    names = list(event.teams.values_list("name", flat=True))
    tried = (f"Bots {number}" for number in count(1))
    return next(name for name in tried if not any(are_lookalikes(name, each) for each in names))


def leave_team(entry: Entry) -> None:
    """Give up a place in a team, which is gone once nobody is left in it."""
    team = entry.team
    if team is None:
        return
    entry.team = entry.place = None
    entry.save(update_fields=["team", "place"])
    if not team.entries.exists():
        team.delete()
