"""What a round has to be, worked out a second time: by trying everything, or by another library's matching.

Nothing here is shared with the rules but the history that they read and the order of the standings.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module

from tournaments.rules.history import PlayedMatch, Tournament
from tournaments.rules.pairing import RoundPairing
from tournaments.rules.standings import standings

PairOrBye = frozenset[str]
"""Two players, or one and nobody: a bye."""
PairingCost = tuple[int, int, int]
"""What is least: squared gaps, players below the one with the bye, floats of those who floated of late."""
MAX_EXHAUSTIVE = 8


class PairingJudge:
    """One group of a tournament before its next round."""

    def __init__(self, tournament: Tournament, members: Sequence[str] | None = None) -> None:
        self.number = tournament.next_round
        self.later_rounds = max(0, tournament.planned_rounds - self.number)
        listed = [row for row in standings(tournament) if members is None or row.player in members]
        active = {entry.id for entry in tournament.entries if entry.plays_in(self.number)}
        self.players = [row.player for row in listed if row.player in active]
        self.listed_players = {row.player for row in listed}
        self.rank = {row.player: row.rank for row in listed}
        self.excluded = frozenset(_past_meetings(tournament) | {frozenset(pair) for pair in tournament.apart})
        self.points = _points(tournament, len(tournament.rounds))
        self.recent_floats = self._count_recent_floats(tournament)

    def cost(self, pairing: frozenset[PairOrBye]) -> PairingCost:
        parts = [self._meeting_cost(tuple(meeting)) for meeting in pairing]
        gaps, high, again = (sum(part[place] for part in parts) for place in range(3))
        return gaps, high, again

    def minimum_cost(self) -> PairingCost | None:
        """Return what the best pairing is worth, None if everybody cannot be paired."""
        return self._minimum_by_search() if len(self.players) <= MAX_EXHAUSTIVE else self.minimum_by_matching()

    def _meeting_cost(self, meeting: Sequence[str]) -> PairingCost:
        points = sorted(self.points[player] for player in meeting)
        again = sum(self.recent_floats[player] for player in meeting)
        if len(meeting) == 2:
            gap = points[1] - points[0]
            return gap**2, 0, again if gap else 0
        [player] = meeting
        gap = points[0] - (min(self.points[each] for each in self.players) - 3)
        return gap**2, sum(self.rank[each] > self.rank[player] for each in self.players), again

    def _minimum_by_search(self) -> PairingCost | None:
        legal = [each for each in every_pairing(tuple(self.players)) if not each & self.excluded]
        if not legal:
            return None
        for rounds in range(self.later_rounds, -1, -1):
            lasting = [
                each
                for each in legal
                if can_play_rounds(self._excluded_among_players(each), tuple(self.players), rounds)
            ]
            if lasting:
                return min(map(self.cost, lasting))
        raise AssertionError

    def _excluded_among_players(self, played: frozenset[PairOrBye]) -> frozenset[PairOrBye]:
        return frozenset(meeting for meeting in self.excluded | played if meeting <= set(self.players))

    def minimum_by_matching(self) -> PairingCost | None:
        """Return the same as `least`, no later round being looked at, by one matching of all."""
        networkx = import_module("networkx")
        graph = networkx.Graph()
        graph.add_nodes_from(seats := [*self.players, *[""] * (len(self.players) % 2)])
        for place, first in enumerate(seats):
            for second in seats[place + 1 :]:
                meeting = frozenset(player for player in (first, second) if player)
                if meeting not in self.excluded:
                    gaps, high, again = self._meeting_cost(tuple(meeting))
                    graph.add_edge(first, second, weight=-((gaps * 10**6 + high) * 10**6 + again))
        found = networkx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(found) < len(seats):
            return None
        return self.cost(frozenset(frozenset(player for player in pair if player) for pair in found))

    def _count_recent_floats(self, tournament: Tournament) -> dict[str, int]:
        found = dict.fromkeys(self.points, 0)
        for back, played in enumerate(tournament.rounds[:-3:-1]):
            before = _points(tournament, played.number - 1)
            floated = [
                player
                for match in played.matches
                if before[match.a] != before[match.b] and {match.a, match.b} <= self.listed_players
                for player in (match.a, match.b)
            ]
            for player in (*floated, *played.byes):
                found[player] += 2 - back
        return found


def meetings(pairing: RoundPairing) -> frozenset[PairOrBye]:
    """Return who meets whom, the byes among them."""
    return frozenset(map(frozenset, (*pairing.pairs, *((player,) for player in pairing.byes))))


@lru_cache(maxsize=64)
def every_pairing(players: tuple[str, ...]) -> list[frozenset[PairOrBye]]:
    """Return every pairing of ``players``, one of them with a bye if they are odd."""
    return list(map(frozenset, _generate_pairings(players)))


def _generate_pairings(players: tuple[str, ...]) -> Iterator[tuple[PairOrBye, ...]]:
    if not players:
        yield ()
        return
    first, *others = players
    for other in others:
        rest = tuple(player for player in others if player != other)
        yield from ((frozenset((first, other)), *pairs) for pairs in _generate_pairings(rest))
    if len(players) % 2:
        yield from ((frozenset((first,)), *pairs) for pairs in _generate_pairings(tuple(others)))


@lru_cache(maxsize=100_000)
def can_play_rounds(excluded: frozenset[PairOrBye], players: tuple[str, ...], rounds: int) -> bool:
    """Whether ``players`` can play so many more rounds of meetings that are not ``barred``."""
    if not rounds:
        return True
    legal = (pairing for pairing in every_pairing(players) if not pairing & excluded)
    return any(can_play_rounds(excluded | pairing, players, rounds - 1) for pairing in legal)


def _past_meetings(tournament: Tournament) -> set[PairOrBye]:
    pairs = {frozenset((match.a, match.b)) for played in tournament.rounds for match in played.matches}
    return pairs | {frozenset((player,)) for played in tournament.rounds for player in played.byes}


def _points(tournament: Tournament, rounds: int) -> dict[str, int]:
    found = {entry.id: 0 for entry in tournament.entries}
    for played in tournament.rounds[:rounds]:
        for player in played.byes:
            found[player] += 3
        for match in played.matches:
            for player, points in zip((match.a, match.b), _earned(match), strict=True):
                found[player] += points
    return found


def _earned(match: PlayedMatch) -> tuple[int, int]:
    if match.games_a == match.games_b:
        return 1, 1
    return (3, 0) if match.games_a > match.games_b else (0, 3)
