"""The graph of possible pairings, and the weights of its edges.

Vertices are the players, the highest ranked first. In an odd group the bye is an additional last vertex, three match
points below the last player. A player who had a bye "has met" the bye, so that "no rematch" and "at most one bye" are
one rule (DRF-OP-6, DRF-OP-7).
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

Edge = tuple[int, int]
Matching = tuple[Edge, ...]
Sets = tuple[frozenset[int], ...]
MATCH_WIN = 3
PLACE_UNIT = 2  # distance of neighbours on the line, so that the midpoint of two places is an integer
FLOAT_WEIGHTS = (2, 1)
"""Weights of floating again after having floated one round before, and two rounds before; at most three in all."""


@dataclass(frozen=True, slots=True)
class PairingGraph:
    """A group to be paired; every tuple but ``players_below`` has an item for each vertex.

    ``points`` are match points. ``line`` is the position of each vertex from which gaps are computed: its points, or
    its place in the standings. ``met`` has the vertices that a vertex cannot meet, which include ``excluded``, its
    pairing exclusions. ``players_below`` counts the players below each player in the standings. ``float_weights`` are
    the weights of a float of each vertex. ``scale`` exceeds the sum of either in any pairing.
    """

    points: tuple[int, ...]
    line: tuple[int, ...]
    met: Sets
    excluded: Sets
    players_below: tuple[int, ...]
    float_weights: tuple[int, ...]
    scale: int

    @property
    def size(self) -> int:
        """The number of vertices, including the bye; always even."""
        return len(self.met)

    @property
    def bye(self) -> int | None:
        """The vertex of the bye, None in an even group."""
        return self.size - 1 if self.size > len(self.players_below) else None

    @property
    def max_met(self) -> int:
        """The maximum number of opponents that a vertex cannot meet."""
        return max(map(len, self.met), default=0)

    @property
    def is_by_place(self) -> bool:
        """Whether gaps are differences of places, not of match points."""
        return self.line != self.points

    @property
    def unit(self) -> int:
        """The squared distance on ``line`` of one match point, or of one place."""
        return PLACE_UNIT**2 if self.is_by_place else 1

    def points_gap(self, edge: Edge) -> int:
        """Return the difference of match points."""
        return abs(self.points[edge[0]] - self.points[edge[1]])

    def cost(self, matching: Iterable[Edge]) -> int:
        """Return the sum of the squared gaps in match points."""
        return sum(self.points_gap(edge) ** 2 for edge in matching)

    def distance(self, matching: Iterable[Edge]) -> int:
        """Return the sum of squared gaps on the line, in match points or in places."""
        return sum((self.line[a] - self.line[b]) ** 2 for a, b in matching) // self.unit

    def total_weight(self, matching: Iterable[Edge]) -> int:
        """Return the total weight of a matching."""
        return sum(map(self.weight, matching))

    def weight(self, edge: Edge) -> int:
        """Return the weight of ``edge``, which has the smaller vertex first.

        It combines three criteria in lexicographic order: the squared gap, the number of players below the one with
        the bye, and the weights of repeated floats. Which match points the player with the bye has is decided before,
        see `by_bye_points`.
        """
        a, b = edge
        gap = self.line[a] - self.line[b]
        if not gap:
            return 0
        below_bye = self.players_below[a] if b == self.bye else 0
        return (gap * gap * self.scale + below_bye) * self.scale + self.float_weights[a] + self.float_weights[b]

    def weight_parts(self, weight: int) -> tuple[int, int, int]:
        """Split a sum of weights into squared gaps, the number of players below the bye, and repeated floats."""
        rest, floats = divmod(weight, self.scale)
        return (*divmod(rest, self.scale), floats)

    def bye_points(self, matching: Iterable[Edge]) -> int:
        """Return the match points of the player with the bye; 0 in an even group."""
        return next((self.points[a] for a, b in matching if b == self.bye), 0)

    def by_bye_points(self) -> Iterator["PairingGraph"]:
        """Yield this graph for each limit of points of the player with the bye, the lowest limit first.

        The bye goes to a player with the fewest match points possible (DRF-OP-6): the first graph with a perfect
        matching decides. An even group is yielded unchanged.
        """
        if self.bye is None:
            yield self
            return
        levels = {self.points[player] for player in range(self.bye) if player not in self.met[self.bye]}
        for level in sorted(levels):
            yield self._with_bye_up_to(level)

    def _with_bye_up_to(self, points: int) -> "PairingGraph":
        assert self.bye is not None
        above = {player for player in range(self.bye) if self.points[player] > points}
        met = [those | {self.bye} if player in above else those for player, those in enumerate(self.met)]
        met[self.bye] = self.met[self.bye] | above
        return replace(self, met=tuple(met))

    def have_met(self, edge: Edge) -> bool:
        return edge[1] in self.met[edge[0]]

    def edges(self) -> Iterable[Edge]:
        """Yield all edges of vertices that can meet; quadratic in the size of the group."""
        return ((a, b) for a in range(self.size) for b in range(a + 1, self.size) if b not in self.met[a])

    def without(self, gone: Sequence[int]) -> "PairingGraph":
        """Return the graph without the vertices ``gone``; the others keep their order, and the bye its position."""
        left = [vertex for vertex in range(self.size) if vertex not in gone]
        place = {vertex: number for number, vertex in enumerate(left)}

        def kept(sets: Sets) -> Sets:
            return tuple(frozenset(place[other] for other in sets[vertex] if other in place) for vertex in left)

        def values(every: Sequence[int]) -> tuple[int, ...]:
            return tuple(every[vertex] for vertex in left if vertex < len(every))

        return replace(
            self,
            points=values(self.points),
            line=values(self.line),
            met=kept(self.met),
            excluded=kept(self.excluded),
            players_below=values(self.players_below),
            float_weights=values(self.float_weights),
        )


def make_graph(
    points: Sequence[int],
    met: Sequence[Iterable[int]],
    ranks: Sequence[int],
    *,
    had_bye: Iterable[int] = (),
    excluded: Iterable[Edge] = (),
    float_weights: Sequence[int] = (),
    by_place: bool = False,
) -> PairingGraph:
    """Return the graph of players in the given order; an odd group gets a bye.

    ``excluded`` are the pairing exclusions. Gaps are differences of match points, or with ``by_place`` of places.
    """
    size = len(points) + len(points) % 2
    exclusions: list[set[int]] = [set() for _ in range(size)]
    for a, b in excluded:
        exclusions[a].add(b)
        exclusions[b].add(a)
    past = [set(others) for others in met] + [set() for _ in range(size - len(points))]
    if size > len(points):
        for player in had_bye:
            past[player].add(size - 1)
            past[-1].add(player)
    in_order = sorted(ranks)
    all_points = (*points, min(points) - MATCH_WIN) if size > len(points) else tuple(points)
    return PairingGraph(
        points=all_points,
        line=tuple(range(0, -PLACE_UNIT * size, -PLACE_UNIT)) if by_place else all_points,
        met=tuple(frozenset(those | others) for those, others in zip(past, exclusions, strict=True)),
        excluded=tuple(map(frozenset, exclusions)),
        players_below=tuple(len(ranks) - bisect_right(in_order, rank) for rank in ranks),
        float_weights=(*(float_weights or [0] * len(points)), *[0] * (size - len(points))),
        scale=4 * size + 1,
    )
