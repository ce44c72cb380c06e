"""Compute the minimum cost of a round independently: by exhaustive search, or by a matching with networkx.

Only the history and the order of the standings are shared with the rules.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module

from tournaments.rules.history import PlayedMatch, Tournament
from tournaments.rules.pairing import RoundPairing
from tournaments.rules.round_search import MAX_SEARCHED, can_play, max_rounds
from tournaments.rules.standings import standings

PairOrBye = frozenset[str]
"""The ids of two players, or of one player with a bye."""
PairingCost = tuple[int, int, int, int]
"""Points of the player with the bye, squared gaps, players below that player, and repeated floats; in this order."""
MAX_EXHAUSTIVE = 8


class PairingJudge:
    """Judge of the next round of a group; ``members`` defaults to the whole field."""

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
        bye_points, gaps, below_bye, floats = (sum(part[place] for part in parts) for place in range(4))
        return bye_points, gaps, below_bye, floats

    def minimum_cost(self) -> PairingCost | None:
        """Return the cost of the best pairing, None if there is no legal one."""
        return self._minimum_by_search() if len(self.players) <= MAX_EXHAUSTIVE else self.minimum_by_matching()

    def _meeting_cost(self, meeting: Sequence[str]) -> PairingCost:
        points = sorted(self.points[player] for player in meeting)
        floats = sum(self.recent_floats[player] for player in meeting)
        if len(meeting) == 2:
            gap = points[1] - points[0]
            return 0, gap**2, 0, floats if gap else 0
        [player] = meeting
        gap = points[0] - (min(self.points[each] for each in self.players) - 3)
        below = sum(self.rank[each] > self.rank[player] for each in self.players)
        return points[0], gap**2, below, floats

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

    def best_lasting_pairing(self, paired: frozenset[PairOrBye]) -> frozenset[PairOrBye] | None:
        """Return ``paired`` if no cheaper pairing is known to leave as many rounds possible, else such a pairing.

        For at most twelve players. The search for further rounds is that of the rules, which is tested by itself.
        """
        seats = [*self.players, *[""] * (len(self.players) % 2)]
        if len(seats) > MAX_SEARCHED:
            return None
        after = max_rounds(self._met_masks(seats, paired), self.later_rounds)
        cost = self.cost(paired)
        legal = (each for each in every_pairing(tuple(self.players)) if not each & self.excluded)
        cheaper = (each for each in legal if self.cost(each) < cost)
        lasting = (each for each in cheaper if can_play(self._met_masks(seats, each), after))
        return next(lasting, paired)

    def _met_masks(self, seats: Sequence[str], paired: frozenset[PairOrBye]) -> tuple[int, ...]:
        """Return the seats that each seat cannot meet, as bit masks; the bye is the seat without a player."""
        place = {player: number for number, player in enumerate(seats)}
        masks = [0] * len(seats)
        for meeting in self.excluded | paired:
            a, b = (*meeting, "")[:2]
            if a in place and b in place:
                masks[place[a]] |= 1 << place[b]
                masks[place[b]] |= 1 << place[a]
        return tuple(masks)

    def _excluded_among_players(self, played: frozenset[PairOrBye]) -> frozenset[PairOrBye]:
        return frozenset(meeting for meeting in self.excluded | played if meeting <= set(self.players))

    def minimum_by_matching(self) -> PairingCost | None:
        """Return the same as `minimum_cost`, but regardless of later rounds, by one matching of the whole group."""
        networkx = import_module("networkx")
        graph = networkx.Graph()
        graph.add_nodes_from(seats := [*self.players, *[""] * (len(self.players) % 2)])
        for place, first in enumerate(seats):
            for second in seats[place + 1 :]:
                meeting = frozenset(player for player in (first, second) if player)
                if meeting not in self.excluded:
                    bye_points, gaps, below_bye, floats = self._meeting_cost(tuple(meeting))
                    weight = ((bye_points * 10**9 + gaps) * 10**6 + below_bye) * 10**6 + floats
                    graph.add_edge(first, second, weight=-weight)
        matching = networkx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(matching) < len(seats):
            return None
        return self.cost(frozenset(frozenset(player for player in pair if player) for pair in matching))

    def _count_recent_floats(self, tournament: Tournament) -> dict[str, int]:
        floats = dict.fromkeys(self.points, 0)
        for back, played in enumerate(tournament.rounds[:-3:-1]):
            before = _points(tournament, played.number - 1)
            floated = [
                player
                for match in played.matches
                if before[match.a] != before[match.b] and {match.a, match.b} <= self.listed_players
                for player in (match.a, match.b)
            ]
            for player in (*floated, *played.byes):
                floats[player] += 2 - back
        return floats


def meetings(pairing: RoundPairing) -> frozenset[PairOrBye]:
    """Return the pairs and byes of a pairing."""
    return frozenset(map(frozenset, (*pairing.pairs, *((player,) for player in pairing.byes))))


@lru_cache(maxsize=64)
def every_pairing(players: tuple[str, ...]) -> list[frozenset[PairOrBye]]:
    """Return every pairing of ``players``; each has a bye if their number is odd."""
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
    """Return whether ``players`` can play ``rounds`` more rounds without the ``excluded`` pairs and byes."""
    if not rounds:
        return True
    legal = (pairing for pairing in every_pairing(players) if not pairing & excluded)
    return any(can_play_rounds(excluded | pairing, players, rounds - 1) for pairing in legal)


def _past_meetings(tournament: Tournament) -> set[PairOrBye]:
    pairs = {frozenset((match.a, match.b)) for played in tournament.rounds for match in played.matches}
    return pairs | {frozenset((player,)) for played in tournament.rounds for player in played.byes}


def _points(tournament: Tournament, rounds: int) -> dict[str, int]:
    total = {entry.id: 0 for entry in tournament.entries}
    for played in tournament.rounds[:rounds]:
        for player in played.byes:
            total[player] += 3
        for match in played.matches:
            for player, points in zip((match.a, match.b), _earned(match), strict=True):
                total[player] += points
    return total


def _earned(match: PlayedMatch) -> tuple[int, int]:
    if match.games_a == match.games_b:
        return 1, 1
    return (3, 0) if match.games_a > match.games_b else (0, 3)
