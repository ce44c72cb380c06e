"""The table of a league, computed from the final standings of its events.

A player is the same person in all events that were entered with the same account, with two exceptions. Entries under an
alias, which players under age have, are only combined with each other, so the table does not reveal whose alias it is.
Entries of erased accounts are not combined at all. A guest whom the desk has added has an account for each event.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.infrastructure.handles import normalize_login
from gameplay.models import Account
from gameplay.services.accounts import ERASED_HANDLE, ERASED_STAFF_HANDLE
from tournaments.models import Entry, Event, League
from tournaments.rules.league import EventResult, EventScore, LeagueStanding, league_table
from tournaments.rules.rating import Rating, ratings_after
from tournaments.selectors.endings import cancelled_events
from tournaments.selectors.final_results import EventResults, final_results
from tournaments.selectors.leagues import events_of
from tournaments.selectors.progress import event_phases, phase_name


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """An event of the league, ``number`` in order of time from 1; ``state`` is its phase as a message."""

    number: int
    event: Event
    begins: Any
    state: str
    is_cancelled: bool

    @property
    def counts(self) -> bool:
        """Whether it is finished and was not cancelled."""
        return self.event.finished_at is not None and not self.is_cancelled


@dataclass(frozen=True, slots=True)
class LeaguePlayer:
    """A player of the league, by the name in the latest event; former players have erased their account."""

    key: str
    name: str
    account: Any
    is_former: bool


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A row of the table; ``scores`` has a score, or None, for each event that counts, in order.

    ``played`` are the events with a score. ``rating`` is None if the league has no ratings or no match was rated.
    """

    person: LeaguePlayer
    standing: LeagueStanding
    scores: Sequence[EventScore | None]
    played: Sequence[tuple[ListedEvent, EventScore]]
    rating: Rating | None

    @property
    def name(self) -> str:
        """The name in files, which have one language."""
        return ERASED_HANDLE if self.person.is_former else self.person.name


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """The events of a league in order of time, and the rows of its table, the best first."""

    events: Sequence[ListedEvent]
    rows: Sequence[LeagueRow]

    @property
    def counted(self) -> list[ListedEvent]:
        """The events that count, which are the columns of the table."""
        return [each for each in self.events if each.counts]


def load_league_table(league: League) -> LeagueTable:
    """Return the table of ``league``. Makes seven queries, and eleven more if some results are not cached."""
    events = listed_events(league)
    counted = [each.event for each in events if each.counts]
    results, people = final_results(counted), _people(counted)
    latest: dict[str, LeaguePlayer] = {}
    found: dict[str, list[EventResult]] = {}
    for event in counted:
        played = {
            person.key: (person, result)
            for rules_id, person in people[event.pk]
            if (result := results[event.pk].players.get(rules_id)) and result.rounds
        }
        latest |= {key: person for key, (person, _result) in played.items()}
        found[str(event.pk)] = [EventResult(key, each.rank, each.match_points) for key, (_p, each) in played.items()]
    columns = [each for each in events if each.counts]
    ratings = _ratings(counted, results, people) if league.ratings else {}
    return LeagueTable(events, _rows(league_table(found, league.points_rule), latest, columns, ratings))


def listed_events(league: League) -> list[ListedEvent]:
    """Return the events of ``league`` with their states. Makes three queries at most."""
    events = list(events_of(league))
    phases, cancelled = event_phases(events), cancelled_events(events)
    return [
        ListedEvent(
            number=number,
            event=event,
            begins=event.begins,  # type: ignore[attr-defined]  # annotated
            state=phase_name(event, phases[event.pk]),
            is_cancelled=event.pk in cancelled,
        )
        for number, event in enumerate(events, start=1)
    ]


def _ratings(
    events: Sequence[Event],
    results: Mapping[Any, EventResults],
    people: Mapping[Any, Sequence[tuple[str, LeaguePlayer]]],
) -> dict[str, Rating]:
    """Return the ratings after ``events`` by the keys of the players. Matches of teams and of bots are not rated."""
    periods = []
    for event in events:
        keys = {} if event.is_team_event else {rules_id: person.key for rules_id, person in people[event.pk]}
        matches = (match for match in results[event.pk].matches if match.a in keys and match.b in keys)
        periods.append([match._replace(a=keys[match.a], b=keys[match.b]) for match in matches])
    return ratings_after(periods)


def _rows(
    table: Sequence[LeagueStanding],
    people: Mapping[str, LeaguePlayer],
    columns: Sequence[ListedEvent],
    ratings: Mapping[str, Rating],
) -> list[LeagueRow]:
    rows = []
    for standing in table:
        scores = [standing.scores.get(str(each.event.pk)) for each in columns]
        played = [(each, score) for each, score in zip(columns, scores, strict=True) if score]
        rating = ratings.get(standing.player)
        rows.append(LeagueRow(people[standing.player], standing, scores, played, rating))
    return sorted(rows, key=lambda row: (row.standing.rank, normalize_login(row.name), row.person.key))


def _people(events: Sequence[Event]) -> defaultdict[Any, list[tuple[str, LeaguePlayer]]]:
    """Return the players of each event but its bots, with the ids that they, or their teams, have in the rules."""
    fields = ("event", "pk", "number", "team__number", "name", "under_age", "account", "account__handle")
    rows = Entry.objects.filter(event__in=events).exclude(account__kind=Account.Kind.BOT).order_by("event", "number")
    found: defaultdict[Any, list[tuple[str, LeaguePlayer]]] = defaultdict(list)
    for event, entry, number, team, name, under_age, account, handle, is_active in rows.values_list(
        *fields, "account__is_active"
    ):
        is_former = not is_active and handle in (ERASED_HANDLE, ERASED_STAFF_HANDLE)
        key = f"entry/{entry}" if is_former else f"alias/{account}" if under_age else str(account)
        rules_id = str(number if team is None else team)
        found[event].append((rules_id, LeaguePlayer(key, name, account, is_former)))
    return found
