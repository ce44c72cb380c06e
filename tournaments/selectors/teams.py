"""Who is paired and ranked in an event: its players, or its teams with their members."""

from collections.abc import Iterable

from django.db.models import F, QuerySet

from gameplay.engine.core.errors import RulesError
from tournaments.models import Entry, Event, Match, Team
from tournaments.rules.agreement import Agreement
from tournaments.rules.results import MatchSide
from tournaments.rules.teams import teams_fault
from tournaments.rules.tiebreaks import MatchRecord
from tournaments.selectors.results import matches_with_agreements
from tournaments.selectors.roster import present_entries

Contestant = Entry | Team


def contestants(event: Event) -> dict[str, Contestant]:
    """Return who is paired and ranked, by what the rules call them, in their order. One query; two of teams."""
    found: QuerySet[Entry] | QuerySet[Team] = teams_with_members(event) if event.is_team_event else event.entries.all()
    return {each.rules_id: each for each in found}


def contestant_names(event: Event) -> dict[str, str]:
    """Return what those are called, by what the rules call them, in their order. One query."""
    found = event.teams if event.is_team_event else event.entries
    return {str(number): name for number, name in found.values_list("number", "name")}


def teams_with_members(event: Event) -> QuerySet[Team]:
    """The teams of ``event`` with their members. Two queries."""
    return event.teams.prefetch_related("entries")


def count_still_playing(event: Event) -> int:
    """Return how many are to be paired in the rounds to come: players, or teams. One query; two of teams."""
    if not event.is_team_event:
        return present_entries(event).count()
    here = {entry.pk for entry in present_entries(event)}
    return sum(
        bool(team.lineup) and here.issuperset(entry.pk for entry in team.lineup) for team in teams_with_members(event)
    )


def open_team_names(event: Event) -> list[str]:
    """Return the names of the teams that have a free place. Two queries; none without teams."""
    if not event.is_team_event:
        return []
    return [team.name for team in teams_with_members(event) if len(team.lineup) < event.team_size]


def entries_by_team(event: Event) -> QuerySet[Entry]:
    """Everybody in ``event`` in the order of joining, in an event of teams team by team; those without one come last."""
    if not event.is_team_event:
        return event.entries.all()
    return event.entries.select_related("team").order_by(F("team__number").asc(nulls_last=True), "place", "number")


def event_teams_fault(event: Event, present: Iterable[Entry]) -> RulesError | None:
    """Return why the teams of ``event`` cannot be seated with who is ``present``, None if they can. Three queries.

    Without teams there is nothing to ask.
    """
    if not event.is_team_event:
        return None
    here = {entry.pk for entry in present}
    counts = {team.name: sum(entry.pk in here for entry in team.lineup) for team in teams_with_members(event)}
    return teams_fault(counts, event.team_size)


def member_records(event: Event) -> dict[int, MatchRecord]:
    """Return what each member of a team has won, lost and drawn on their own boards, by key. Four queries; none without teams.

    A bye is won, and a round that was missed, or lost by both, is lost; a top cut does not count.
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
