"""A small event for the picture that explains Swiss pairings, paired and ranked by the rules themselves.

Coordinates are those of the SVG picture in templates/tournaments/parts/swiss_diagram.html.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, Tournament
from tournaments.rules.rulesets import TieBreakRules
from tournaments.rules.standings import standings
from tournaments.rules.swiss import pair_round

SEED = b"help"
NAMES = "ABCDEFGH"
ROUNDS = 3
LEFT_EDGE, TOP, COLUMN, ROW, GAP, RADIUS = 26, 24, 100, 30, 10, 12
LINE_BEGIN, LINE_END = 32, -14
"""Where a line begins and ends, from the center of a player."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player in one round, or in the final ranking. ``points`` are those before the round."""

    name: str
    x: int
    y: int
    points: int
    won: bool = False
    bye: bool = False
    line: str = ""

    @property
    def points_x(self) -> int:
        return self.x + RADIUS + 4


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match, with its winner first, or a bye."""

    players: tuple[Player, ...]

    @property
    def box(self) -> tuple[int, int, int, int]:
        """x, y, width and height of the frame around the players."""
        first = self.players[0]
        return first.x - 17, first.y - 16, 50, 32 + ROW * (len(self.players) - 1)


@dataclass(frozen=True, slots=True)
class SwissDiagram:
    """An event, round by round, with the final ranking. ``rematch`` are two players with equal points who met before.

    ``rematch_round`` is the round in which they are paired with others.
    """

    rounds: tuple[tuple[Meeting, ...], ...]
    ranking: tuple[Player, ...]
    width: int
    height: int
    rematch: tuple[str, str] | None = None
    rematch_round: int = 0

    @property
    def columns(self) -> list[tuple[int, int]]:
        """The number of each round, and the x of its players."""
        return [(number, _column(number)) for number in range(1, len(self.rounds) + 1)]

    @property
    def ranking_x(self) -> int:
        return _column(len(self.rounds) + 1)


@lru_cache
def swiss_diagram(players: int, rounds: int = ROUNDS) -> SwissDiagram:
    """Return the picture of an event in which the player who is earlier in the alphabet always wins."""
    tournament = Tournament(tuple(EventEntry(name) for name in NAMES[:players]), rounds)
    slots: list[dict[str, int]] = []
    for _round in range(rounds):
        tournament = _played(tournament)
        slots.append(_slots(tournament))
    ranks = [row.player for row in standings(tournament)]
    slots.append({name: TOP + place * (ROW + GAP // 2) for place, name in enumerate(ranks)})
    meetings = tuple(tuple(_meetings(tournament, number, slots)) for number in range(1, rounds + 1))
    end = _points(tournament, rounds + 1)
    ranking = tuple(Player(name, _column(rounds + 1), slots[-1][name], end[name]) for name in ranks)
    height = max(y for places in slots for y in places.values()) + TOP
    return SwissDiagram(meetings, ranking, _column(rounds + 1) + 34, height, *_avoided_rematch(tournament))


def _played(tournament: Tournament) -> Tournament:
    """Return ``tournament`` after one more round. The matches of the players with the most points are first."""
    pairing = pair_round(tournament, seed=SEED)
    points = _points(tournament, tournament.next_round)
    pairs = sorted(
        (sorted(pair) for pair in pairing.pairs), key=lambda pair: (-sum(points[name] for name in pair), pair)
    )
    matches = tuple(PlayedMatch(winner, loser, 2, 0) for winner, loser in pairs)
    played = PlayedRound(tournament.next_round, matches, pairing.byes)
    return replace(tournament, rounds=(*tournament.rounds, played))


def _points(tournament: Tournament, number: int) -> Mapping[str, int]:
    """Return the match points of each player before round ``number``."""
    before = replace(tournament, rounds=tournament.rounds[: number - 1])
    return {row.player: row.record.match_points for row in standings(before, ruleset=TieBreakRules())}


def _slots(tournament: Tournament) -> dict[str, int]:
    """Return the y of each player in the last round: its matches from the top, then the bye."""
    played = tournament.rounds[-1]
    meetings = [(match.a, match.b) for match in played.matches] + [(name,) for name in played.byes]
    return {
        name: TOP + table * (2 * ROW + GAP) + place * ROW
        for table, meeting in enumerate(meetings)
        for place, name in enumerate(meeting)
    }


def _column(number: int) -> int:
    return LEFT_EDGE + (number - 1) * COLUMN


def _meetings(tournament: Tournament, number: int, slots: list[dict[str, int]]) -> Iterator[Meeting]:
    played, points = tournament.rounds[number - 1], _points(tournament, number)
    here, after, x = slots[number - 1], slots[number], _column(number)

    def player(name: str, *, won: bool, bye: bool = False) -> Player:
        return Player(name, x, here[name], points[name], won, bye, _line(x, here[name], after[name]))

    for match in played.matches:
        yield Meeting((player(match.a, won=True), player(match.b, won=False)))
    for name in played.byes:
        yield Meeting((player(name, won=True, bye=True),))


def _line(x: int, y: int, next_y: int) -> str:
    """Return the path from a player to the same player in the next column."""
    begin, end = x + LINE_BEGIN, x + COLUMN + LINE_END
    middle = (begin + end) // 2
    return f"M{begin} {y}C{middle} {y} {middle} {next_y} {end} {next_y}"


def _avoided_rematch(tournament: Tournament) -> tuple[tuple[str, str] | None, int]:
    """Return two players who had equal points in the last round but had met before, and that round."""
    last = len(tournament.rounds)
    points = _points(tournament, last)
    met = [(match.a, match.b) for played in tournament.rounds[: last - 1] for match in played.matches]
    for a, b in met:
        if points[a] == points[b]:
            return (a, b), last
    return None, 0
