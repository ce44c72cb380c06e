"""Who may meet whom, as a graph, and what each meeting weighs.

Vertices are the players, the best first; in an odd group the bye is one vertex more, the
last, three match points below the last player. "Has met the bye" means having had one, so
that "no rematch" and "one bye each" are one rule (DRF-OP-6, DRF-OP-7).
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

Edge = tuple[int, int]
Matching = tuple[Edge, ...]
Sets = tuple[frozenset[int], ...]
MATCH_WIN = 3
PLACE_UNIT = 2  # on the line, so that the middle of two places is a whole number
FLOAT_WEIGHTS = (2, 1)
"""What it weighs to float again who floated one round before, and two: three at most in all."""


@dataclass(frozen=True, slots=True)
class PairingGraph:
    """A group to be paired; every tuple but ``lower`` has an entry for each vertex.

    ``points`` are match points. ``line`` says where a vertex stands when gaps are weighed: at its
    points, or at its place in the standings. ``met`` holds whom it cannot meet, those it must
    ``never`` meet included. ``lower`` counts the players below each player in the standings, and
    ``spared`` is what a float of the vertex weighs. ``scale`` exceeds all that either comes to in one pairing.
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
        """How many vertices there are, the bye among them; always even."""
        return len(self.met)

    @property
    def bye(self) -> int | None:
        """The vertex of the bye, None in an even group."""
        return self.size - 1 if self.size > len(self.players_below) else None

    @property
    def max_met(self) -> int:
        """The most opponents that anyone can no longer meet."""
        return max(map(len, self.met), default=0)

    @property
    def is_by_place(self) -> bool:
        """Whether gaps are weighed in places."""
        return self.line != self.points

    @property
    def unit(self) -> int:
        """The square on ``line`` of a match point, or of a place."""
        return PLACE_UNIT**2 if self.is_by_place else 1

    def points_gap(self, edge: Edge) -> int:
        """Return the difference of match points."""
        return abs(self.points[edge[0]] - self.points[edge[1]])

    def cost(self, matching: Iterable[Edge]) -> int:
        """Return the sum of the squared gaps in match points."""
        return sum(self.points_gap(edge) ** 2 for edge in matching)

    def distance(self, matching: Iterable[Edge]) -> int:
        """Return the sum of the squared gaps that are weighed, in match points or in places."""
        return sum((self.line[a] - self.line[b]) ** 2 for a, b in matching) // self.unit

    def total_weight(self, matching: Iterable[Edge]) -> int:
        """Return what a pairing weighs."""
        return sum(map(self.weight, matching))

    def weight(self, edge: Edge) -> int:
        """Return what decides between pairings, as one number; ``edge`` has the smaller vertex first.

        First the squared gap, then how far from the last the bye falls (DRF-OP-6), then who floats again.
        """
        a, b = edge
        gap = self.line[a] - self.line[b]
        if not gap:
            return 0
        high = self.players_below[a] if b == self.bye else 0
        return (gap * gap * self.scale + high) * self.scale + self.float_weights[a] + self.float_weights[b]

    def weight_parts(self, weight: int) -> tuple[int, int, int]:
        """Return what a sum of weights is made of: squared gaps, how high the bye falls, floats again."""
        high, again = divmod(weight, self.scale)
        return (*divmod(high, self.scale), again)

    def have_met(self, edge: Edge) -> bool:
        return edge[1] in self.met[edge[0]]

    def edges(self) -> Iterable[Edge]:
        """Yield whoever may meet; of large groups too many."""
        return ((a, b) for a in range(self.size) for b in range(a + 1, self.size) if b not in self.met[a])

    def without(self, gone: Sequence[int]) -> "PairingGraph":
        """Return the graph of the others, who keep their order; the bye stays where it was."""
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
    """Return the graph of players in the order given; an odd group gets a bye.

    ``never`` are pairs that must not meet for another reason than having met. Gaps are
    weighed in match points, or with ``by_place`` in places.
    """
    size = len(points) + len(points) % 2
    apart: list[set[int]] = [set() for _ in range(size)]
    for a, b in excluded:
        apart[a].add(b)
        apart[b].add(a)
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
        met=tuple(frozenset(those | others) for those, others in zip(past, apart, strict=True)),
        excluded=tuple(map(frozenset, apart)),
        players_below=tuple(len(ranks) - bisect_right(in_order, rank) for rank in ranks),
        float_weights=(*(float_weights or [0] * len(points)), *[0] * (size - len(points))),
        scale=4 * size + 1,
    )
