"""The standing of one player, on their page of the event: the record always, the rank once a round is over."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Entry, Event, Match, Penalty, Report, Round
from tournaments.rules.history import EventEntry, Tournament
from tournaments.rules.tiebreaks import MatchRecord, match_records
from tournaments.selectors.event_state import EventState
from tournaments.selectors.history import played_round
from tournaments.selectors.results import match_rows


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """The record of a player or of their team, and its rank; None while the round is being played."""

    record: MatchRecord
    rank: int | None = None


def ranked_standing(state: EventState, entry: Entry) -> OwnStanding | None:
    """Return the standing of ``entry`` with its rank; None if it is disqualified or does not take part."""
    row = state.standings.get(entry.rules_id)
    return OwnStanding(row.record, row.rank) if row else None


def unranked_standing(event: Event, entry: Entry) -> OwnStanding | None:
    """Return the standing of ``entry`` without its rank; None if it is disqualified.

    Reads only the matches of ``entry``, or of its team. Makes four queries.
    """
    if entry.contestant.disqualified_at:
        return None
    own = Q(a__team=entry.team) | Q(b__team=entry.team) if entry.team else Q(a=entry) | Q(b=entry)
    rounds = list(event.rounds.filter(published_at__isnull=False, stage="").order_by("number"))
    rows = match_rows(rounds, own)
    played = tuple(played_round(each, [row for row in rows if row.round_id == each.pk]) for each in rounds)
    met = dict.fromkeys([entry.rules_id, *(player for row in rows for player in (row.a, row.b) if player)])
    tournament = Tournament(tuple(map(EventEntry, met)), len(played), rounds=played)
    return OwnStanding(match_records(tournament, event.tie_break_rules)[entry.rules_id])


def newest_round(event: Event) -> Round | None:
    """Return the newest published round, None without one. Makes one query."""
    return event.rounds.filter(published_at__isnull=False).order_by("number").last()


def is_being_played(newest: Round) -> bool:
    """Return whether a match of a round has neither a report nor a loss by a penalty. Makes one query."""
    reports = Report.objects.filter(match=OuterRef("pk"))
    losses = Penalty.objects.filter(counts_in=OuterRef("pk"), withdrawn_at=None)
    matches = newest.matches.filter(kind=Match.Kind.PLAYED)
    return matches.filter(~Exists(reports), ~Exists(losses)).exists()
