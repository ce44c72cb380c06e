"""The cheapest pairing of a field too large for enumeration: top-down, with bounds.

The first player free is paired with everyone in turn, the nearest first; what remains is
solved once for each set of players and remembered. A branch is left when even neighbours
in the standings, rematches allowed, would cost it too much: no pairing of points on a
line is cheaper than that.
"""

from collections.abc import Iterator

from tournaments.rules.matchings import Edge, Graph, Matching

STEPS = 50_000
Priced = tuple[int, Matching]


class OutOfStepsError(Exception):
    """The search took longer than it may."""


class Search:
    """The cheapest matchings of one graph, by `Graph.weight` and ``rematch`` for each pair that has met.

    Without ``rematch`` such pairs are not made at all.
    """

    def __init__(self, graph: Graph, *, rematch: int | None = None, steps: int = STEPS) -> None:
        self.graph, self.rematch, self.steps = graph, rematch, steps
        self._solved: dict[int, Priced] = {0: (0, ())}
        self._above: dict[int, int] = {}
        self._weights: dict[Edge, int] = {}

    def cheapest(self) -> Priced | None:
        """Return the least weight and a matching that has it, None if there is no matching.

        Raises OutOfStepsError when the search was cut short.
        """
        limit, highest = self._bound(self.graph.everyone), self._highest()
        while True:
            found = self._best(self.graph.everyone, limit)
            if found or limit >= highest:
                return found
            limit = min(2 * limit + self.graph.size, highest)

    def in_order(self) -> Iterator[Matching]:
        """Yield the matchings, the cheapest first; raises OutOfStepsError."""
        cheapest = self.cheapest()
        if cheapest:
            for weight in range(cheapest[0], self._highest() + 1):
                yield from self._exactly(self.graph.everyone, weight)

    def _best(self, free: int, limit: int) -> Priced | None:
        known = self._solved.get(free)
        if known:
            return known if known[0] <= limit else None
        if self._above.get(free, -1) >= limit:
            return None
        found, allowed = None, limit
        for weight, edge, rest in self._branches(free):
            if weight + self._bound(rest) > allowed:
                continue
            others = self._best(rest, allowed - weight)
            if others:
                found = (weight + others[0], (edge, *others[1]))
                allowed = found[0] - 1
        if found:
            self._solved[free] = found
        else:
            self._above[free] = limit
        return found

    def _exactly(self, free: int, weight: int) -> Iterator[Matching]:
        if not free:
            if not weight:
                yield ()
            return
        for first, edge, rest in self._branches(free):
            if first <= weight and self._best(rest, weight - first):
                for others in self._exactly(rest, weight - first):
                    yield (edge, *others)

    def _branches(self, free: int) -> list[tuple[int, Edge, int]]:
        self.steps -= 1
        if self.steps < 0:
            raise OutOfStepsError
        first, *others = _vertices(free)
        edges = [(first, other) for other in others]
        if self.rematch is None:
            edges = [edge for edge in edges if not self.graph.have_met(edge)]
        return sorted((self._weight(edge), edge, free ^ 1 << edge[0] ^ 1 << edge[1]) for edge in edges)

    def _weight(self, edge: Edge) -> int:
        if edge not in self._weights:
            extra = self.rematch if self.rematch and self.graph.have_met(edge) else 0
            self._weights[edge] = self.graph.weight(edge) + extra
        return self._weights[edge]

    def _bound(self, free: int) -> int:
        vertices = _vertices(free)
        gaps = (self.graph.gap(edge) for edge in zip(vertices[::2], vertices[1::2], strict=True))
        return self.graph.size * sum(gap**2 for gap in gaps)

    def _highest(self) -> int:
        widest = (max(self.graph.points) - min(self.graph.points)) ** 2 + 1
        return self.graph.size // 2 * (widest * self.graph.size + (self.rematch or 0))


def _vertices(free: int) -> list[int]:
    vertices = []
    while free:
        lowest = free & -free
        vertices.append(lowest.bit_length() - 1)
        free ^= lowest
    return vertices
