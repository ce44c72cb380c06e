"""The tournament, the standings and the open matches of an event, computed once for each state of its logs.

A hall of players opens the same pages. Each process keeps the newest states, by the hashes of the last log entries.
Only pages that follow the logs of the event may use them; a service loads `tournament_of`, in its transaction.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock, RLock
from typing import Any

from django.db.models import Count

from drafting.models import Pod
from gameplay.models import LogStream
from tournaments.models import Event, Round
from tournaments.rules.bracket import final_standings
from tournaments.rules.history import Tournament
from tournaments.rules.standings import Standing
from tournaments.selectors.history import tournament_of
from tournaments.selectors.results import MatchRow, labels_of_open, match_rows, pairs_of_open, published_rows
from tournaments.selectors.stages import upcoming_stage

MAX_STATES = 8


class EventState:
    """The state of an event: what was computed from it is kept with it."""

    def __init__(self, event: Event) -> None:
        self._event, self._lock = event, RLock()
        self._rows: Sequence[MatchRow] | None = None
        self._open: tuple[Sequence[tuple[str, str]], Sequence[int | str]] = (), ()
        self._tournament: Tournament | None = None
        self._standings: dict[str, Standing] | None = None
        self._cut_seeds: Sequence[str] | None = None

    @property
    def tournament(self) -> Tournament:
        """The event with its final results. Makes seven queries, eight with a top cut."""
        with self._lock:
            if self._tournament is None:
                rows = self._load_rows()
                self._tournament = tournament_of(self._event, rows)
                self._rows = [row for row in rows if row.round_id == rows[-1].round_id]
            return self._tournament

    @property
    def standings(self) -> dict[str, Standing]:
        """The final standings by the ids of the players, or teams, the best first; without disqualified players."""
        with self._lock:
            if self._standings is None:
                self._standings = {row.player: row for row in final_standings(self.tournament)}
            return self._standings

    @property
    def cut_seeds(self) -> Sequence[str]:
        """The players, or teams, who would play the top cut now, the first seed first. All rounds are complete."""
        with self._lock:
            if self._cut_seeds is None:
                self._cut_seeds = upcoming_stage(self._event, self.tournament).cut.seeds
            return self._cut_seeds

    def load_pairs(self, _event: Event) -> Sequence[tuple[str, str]]:
        """Return the players of open matches in published rounds, like `open_pairs`."""
        self._load_rows()
        return self._open[0]

    def load_open_labels(self, _event: Event) -> Sequence[int | str]:
        """Return the labels of open tables in published rounds, like `open_table_labels`."""
        self._load_rows()
        return self._open[1]

    def rows_of(self, round_: Round) -> Sequence[MatchRow]:
        """Return the matches of a published round, like `match_rows`; those of the newest are read already."""
        rows = [row for row in self._load_rows() if row.round_id == round_.pk]
        return rows or match_rows([round_])

    def _load_rows(self) -> Sequence[MatchRow]:
        """Return the matches of the published rounds; once the tournament is loaded, only those of the newest one."""
        with self._lock:
            if self._rows is None:
                self._rows = published_rows(self._event)
                self._open = pairs_of_open(self._rows), labels_of_open(self._rows)
            return self._rows


_states: OrderedDict[Any, EventState] = OrderedDict()
_states_lock = Lock()


def event_state(event: Event) -> EventState:
    """Return the state of ``event``, which other requests may share. Makes two queries."""
    key = state_keys([event])[event.pk]
    with _states_lock:
        found = _states.setdefault(key, EventState(event))
        _states.move_to_end(key)
        while len(_states) > MAX_STATES:
            _states.popitem(last=False)
    return found


def state_keys(events: Sequence[Event]) -> dict[Any, tuple[Any, ...]]:
    """Return a key of the present state of each of ``events``, by the keys of the events. Makes two queries."""
    streams = {name: event.pk for event in events for name in (event.stream, event.desk_stream)}
    heads: dict[Any, list[str]] = {event.pk: [] for event in events}
    found = LogStream.objects.filter(name__in=streams).order_by("name").values_list("name", "hash")
    for name, hash_ in found:
        heads[streams[name]].append(hash_)
    pods = Pod.objects.filter(event_pod__event__in=events, closed_at__isnull=False)  # logged by the pods themselves
    closed = dict(pods.order_by().values_list("event_pod__event").annotate(Count("pk")))
    return {event.pk: (event.pk, closed.get(event.pk, 0), *heads[event.pk]) for event in events}


def forget_states() -> None:
    """Forget the states of this process, to measure what one costs."""
    with _states_lock:
        _states.clear()
