"""The table of a league: points for the results in several events, and the ranks that follow from them.

All figures are integers. The points of a player in an event are the sum of what the rule counts: the match points of
the Swiss rounds, the points of the final rank, and a bonus for attendance. Players are ranked by the sum of their best
events, then by events won, then by their best event; players who are equal in all three share the rank.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cards.character_width import half_width
from gameplay.engine.core.errors import RulesError, _

MAX_EVENTS = 100
MAX_PLACES = 64
MAX_POINTS = 1000
USUAL_PLACES = (10, 8, 6, 5, 4, 3, 2, 1)
USUAL_ATTENDANCE = 1
SEPARATORS = re.compile(r"[\s,、]+")


class RankPointsError(RulesError):
    """The points by rank are not a list of whole numbers that never rises; ``details`` give its limits."""

    code = "rank_points"
    sentence = _(
        "Enter up to {places} whole numbers from 0 to {points}, the first for rank 1. No rank can have more points "
        "than the rank before it."
    )
    field = "rank_points"

    def __init__(self) -> None:
        super().__init__(places=MAX_PLACES, points=MAX_POINTS)


class AttendancePointsError(RulesError):
    """The bonus for attendance is out of range; ``details`` give the maximum."""

    code = "attendance_points"
    sentence = _("Enter a whole number from 0 to {points}.")
    field = "attendance"

    def __init__(self) -> None:
        super().__init__(points=MAX_POINTS)


class BestEventsError(RulesError):
    """The number of best events is out of range; ``details`` give the maximum."""

    code = "best_events"
    sentence = _("Enter a whole number from 1 to {events}, or leave this empty to count all events.")
    field = "best"

    def __init__(self) -> None:
        super().__init__(events=MAX_EVENTS)


class NoPointsError(RulesError):
    """The rule gives no points at all."""

    code = "no_points"
    sentence = _("Choose match points, points by rank or a bonus for attendance: this rule gives no points.")
    field = "rank_points"


@dataclass(frozen=True, slots=True)
class PointsRule:
    """What counts in a league.

    ``rank_points`` are the points of ranks 1, 2, and so on; further ranks get none. ``attendance`` is the bonus of each
    player who has played. ``best`` is the number of a player's best events that count; None for all.
    """

    match_points: bool = False
    rank_points: tuple[int, ...] = USUAL_PLACES
    attendance: int = USUAL_ATTENDANCE
    best: int | None = None

    def faults(self) -> list[RulesError]:
        """Return what is wrong with the rule; [] if nothing is."""
        found: list[RulesError] = []
        in_range = all(0 <= points <= MAX_POINTS for points in self.rank_points)
        falling = list(self.rank_points) == sorted(self.rank_points, reverse=True)
        if not (in_range and falling and len(self.rank_points) <= MAX_PLACES):
            found.append(RankPointsError())
        if not 0 <= self.attendance <= MAX_POINTS:
            found.append(AttendancePointsError())
        if self.best is not None and not 1 <= self.best <= MAX_EVENTS:
            found.append(BestEventsError())
        if not found and not (self.match_points or self.attendance or any(self.rank_points)):
            found.append(NoPointsError())
        return found

    def points_for_rank(self, rank: int) -> int:
        """Return the points of ``rank``, from 1. All players who share a rank get them."""
        return self.rank_points[rank - 1] if rank <= len(self.rank_points) else 0


class EventResult(NamedTuple):
    """What a player who has played achieved in an event: the final rank, and the match points of the Swiss rounds."""

    player: str
    rank: int
    match_points: int


@dataclass(frozen=True, slots=True)
class EventScore:
    """The points of a player in one event, by their source; they ``count`` if it is one of the player's best events."""

    rank: int
    rank_points: int
    match_points: int
    attendance: int
    counts: bool = True

    @property
    def points(self) -> int:
        return self.rank_points + self.match_points + self.attendance


@dataclass(frozen=True, slots=True)
class LeagueStanding:
    """A row of the table; ``wins`` counts events won, ``best`` is the highest score, ``scores`` are by event."""

    rank: int
    player: str
    points: int
    wins: int
    best: int
    scores: Mapping[str, EventScore]


def read_rank_points(text: str) -> tuple[int, ...]:
    """Return the numbers in ``text``, which spaces or commas separate. Raises RankPointsError."""
    words = [word for word in SEPARATORS.split(half_width(text)) if word]
    if not all(word.isascii() and word.isdecimal() and len(word) <= len(str(MAX_POINTS)) for word in words):
        raise RankPointsError
    return tuple(map(int, words))


def league_table(results: Mapping[str, Sequence[EventResult]], rule: PointsRule) -> list[LeagueStanding]:
    """Return the table from the ``results`` of each event, the best player first.

    The order of the events and of their results has no influence: of scores that are equal, those with the better rank
    count, then those whose event comes first in the order of the ids.
    """
    scores: defaultdict[str, dict[str, EventScore]] = defaultdict(dict)
    for event, found in results.items():
        for result in found:
            scores[result.player][event] = _score(result, rule)
    rows = [_standing(player, _with_best(own, rule.best)) for player, own in scores.items()]
    rows.sort(key=lambda row: (*_rank_key(row), row.player))
    ranked: list[LeagueStanding] = []
    for place, row in enumerate(rows, start=1):
        tied = bool(ranked) and _rank_key(ranked[-1]) == _rank_key(row)
        ranked.append(replace(row, rank=ranked[-1].rank if tied else place))
    return ranked


def _score(result: EventResult, rule: PointsRule) -> EventScore:
    return EventScore(
        rank=result.rank,
        rank_points=rule.points_for_rank(result.rank),
        match_points=result.match_points if rule.match_points else 0,
        attendance=rule.attendance,
    )


def _with_best(scores: Mapping[str, EventScore], best: int | None) -> dict[str, EventScore]:
    """Return ``scores`` with those outside of the ``best`` ones marked as not counting."""
    in_order = sorted(scores, key=lambda event: (-scores[event].points, scores[event].rank, event))
    counted = set(in_order[:best])
    return {event: replace(score, counts=event in counted) for event, score in scores.items()}


def _standing(player: str, scores: Mapping[str, EventScore]) -> LeagueStanding:
    return LeagueStanding(
        rank=0,
        player=player,
        points=sum(score.points for score in scores.values() if score.counts),
        wins=sum(score.rank == 1 for score in scores.values()),
        best=max(score.points for score in scores.values()),
        scores=scores,
    )


def _rank_key(row: LeagueStanding) -> tuple[int, int, int]:
    return -row.points, -row.wins, -row.best
