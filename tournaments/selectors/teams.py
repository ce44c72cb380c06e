"""The contestants of an event, which are paired and ranked: its players, or its teams with their members."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import F, QuerySet

from cards.collation import sort_key
from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.handles import normalize_login
from tournaments.models import Entry, Event, Match, Team
from tournaments.rules.agreement import Agreement
from tournaments.rules.results import MatchSide
from tournaments.rules.teams import teams_fault
from tournaments.rules.tiebreaks import MatchRecord
from tournaments.selectors.results import matches_with_agreements
from tournaments.selectors.roster import in_reading_order, present_entries, reading_order

Contestant = Entry | Team


def contestants(event: Event, *, only: Iterable[str] | None = None) -> dict[str, Contestant]:
    """Return the contestants by their ids in the rules, in order, or ``only`` those with these ids.

    Makes one query; two for teams.
    """
    found: QuerySet[Entry] | QuerySet[Team] = teams_with_members(event) if event.is_team_event else event.entries.all()
    if only is not None:
        found = found.filter(number__in=[int(id_) for id_ in only])
    return {each.rules_id: each for each in found}


def contestant_names(event: Event) -> dict[str, str]:
    """Return the names of the contestants by their ids in the rules, in order. Makes one query."""
    found = event.teams if event.is_team_event else event.entries
    return {str(number): name for number, name in found.values_list("number", "name")}


def teams_with_members(event: Event) -> QuerySet[Team]:
    """Return the teams of ``event`` with their members. Makes two queries."""
    return event.teams.prefetch_related("entries")


def find_team(teams: Iterable[Team], name: str) -> Team | None:
    """Return the one of ``teams`` with this ``name``, without regard to width and case; None if there is none."""
    return next((team for team in teams if normalize_login(team.name) == normalize_login(name)), None)


def count_still_playing(event: Event) -> int:
    """Return the number of players, or teams, to be paired in the next round. Makes one query; two for teams."""
    if not event.is_team_event:
        return present_entries(event).count()
    present = {entry.pk for entry in present_entries(event)}
    return sum(
        bool(team.lineup) and present.issuperset(entry.pk for entry in team.lineup)
        for team in teams_with_members(event)
    )


def open_team_names(event: Event) -> list[str]:
    """Return the names of the teams with a free place. Makes two queries; none without teams."""
    if not event.is_team_event:
        return []
    return [team.name for team in teams_with_members(event) if len(team.lineup) < event.team_size]


def entries_by_team(event: Event) -> QuerySet[Entry]:
    """Return all entries of ``event`` in the order of joining; in a team event by team, players without one last."""
    if not event.is_team_event:
        return event.entries.all()
    return event.entries.select_related("team").order_by(F("team__number").asc(nulls_last=True), "place", "number")


def roster(event: Event) -> list[Entry]:
    """Return all entries of ``event`` for lists that people read: by reading or name, in a team event by team.

    Makes one query.
    """
    return [*entries_by_team(event)] if event.is_team_event else in_reading_order(event.entries.all())


class RosterRow(NamedTuple):
    """The keys of an entry, and what lists are searched for: its number and its name with that of its team."""

    pk: int
    number: int
    rules_id: str
    names: str


def roster_rows(event: Event) -> list[RosterRow]:
    """Return the rows of `roster`, of which a page loads only those that it shows. Makes one query."""
    if not event.is_team_event:
        return [RosterRow(key, number, str(number), name) for key, number, name in reading_order(event)]
    rows = entries_by_team(event).values_list("pk", "number", "name", "team__number", "team__name")
    return [
        RosterRow(key, number, str(team or number), f"{name} {team_name or ''}")
        for key, number, name, team, team_name in rows
    ]


def load_entries(rows: Sequence[RosterRow]) -> list[Entry]:
    """Return the entries of ``rows`` with their accounts and teams. Makes one query."""
    found = Entry.objects.select_related("account", "team").in_bulk([row.pk for row in rows])
    return [found[row.pk] for row in rows]


def contestants_in_reading_order(event: Event) -> list[tuple[str, str]]:
    """Return the contestants by reading or name, each with its id in the rules and its name. Makes one query."""
    if event.is_team_event:
        teams = sorted(event.teams.all(), key=lambda team: sort_key(team.name, "", team.number))
        return [(team.rules_id, team.name) for team in teams]
    return [(str(entry.number), entry.name) for entry in in_reading_order(event.entries.all())]


def event_teams_fault(event: Event, present: Iterable[Entry]) -> RulesError | None:
    """Return an error if the ``present`` players of a team event do not form complete teams; else None.

    Makes three queries; none without teams.
    """
    if not event.is_team_event:
        return None
    keys = {entry.pk for entry in present}
    counts = {team.name: sum(entry.pk in keys for entry in team.lineup) for team in teams_with_members(event)}
    return teams_fault(counts, event.team_size)


def member_records(event: Event) -> dict[int, MatchRecord]:
    """Return the record of each team member on their own boards, by entry key. Makes four queries; none without teams.

    A bye counts as a win, a missed round or a double loss as a loss; the top cut does not count.
    """
    found: dict[int, MatchRecord] = {}
    if event.is_team_event:
        for match, agreed in matches_with_agreements(list(event.rounds.filter(published_at__isnull=False, stage=""))):
            _count_match(found, match, agreed)
    return found


def _count_match(found: dict[int, MatchRecord], match: Match, agreed: Agreement) -> None:
    if not agreed.is_final:
        return
    for side, entry in zip(MatchSide, (match.a, match.b), strict=True):
        if entry:
            record = found.setdefault(entry.pk, MatchRecord())
            if match.kind == Match.Kind.BYE:
                record.wins += 1
            elif agreed.result is None or agreed.result.double_loss:
                record.losses += 1
            elif agreed.result.winner is None:
                record.draws += 1
            elif agreed.result.winner is side:
                record.wins += 1
            else:
                record.losses += 1
