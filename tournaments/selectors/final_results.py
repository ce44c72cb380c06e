"""The final results of several events, computed once for each state of their logs and then shared by all accounts."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.core.cache import cache

from tournaments.models import Event
from tournaments.rules.bracket import final_standings
from tournaments.rules.history import Tournament
from tournaments.rules.rating import RatedMatch, rated_matches
from tournaments.selectors.event_state import state_keys
from tournaments.selectors.history import tournaments_of

CACHE_SECONDS = 24 * 3600
"""Results are never old, because each state has a key of its own. An update of the site counts after a day at most."""


class FinalResult(NamedTuple):
    """The rank of a player or team, and their match points and number of rounds before a top cut."""

    rank: int
    match_points: int
    rounds: int


class EventResults(NamedTuple):
    """The final results of an event, by the ids of the players or teams in the rules, and its rated matches."""

    players: Mapping[str, FinalResult]
    matches: Sequence[RatedMatch]


def final_results(events: Sequence[Event]) -> dict[Any, EventResults]:
    """Return the results of each of ``events``.

    Disqualified players have no final result. Makes two queries, and eleven more if some events are not cached.
    """
    keys = {event: _cache_key(state) for event, state in state_keys(events).items()}
    found: dict[str, EventResults] = cache.get_many(keys.values())
    missing = [event for event in events if keys[event.pk] not in found]
    computed = {keys[key]: _results(each) for key, each in tournaments_of(missing).items()} if missing else {}
    cache.set_many(computed, CACHE_SECONDS)
    return {event.pk: (found | computed)[keys[event.pk]] for event in events}


def _results(tournament: Tournament) -> EventResults:
    players = {
        row.player: FinalResult(row.rank, row.record.match_points, row.record.rounds)
        for row in final_standings(tournament)
    }
    return EventResults(players, rated_matches(tournament))


def _cache_key(state: tuple[Any, ...]) -> str:
    return f"event-results/{hashlib.sha256(repr(state).encode()).hexdigest()}"
