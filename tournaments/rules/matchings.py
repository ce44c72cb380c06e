"""Who may meet whom, as a graph, and the pairings of a few players by enumeration.

Vertices are the players in the order of the standings; in an odd group the bye is one
vertex more, the last. "Has met the bye" means having had one, so that "no rematch" and
"one bye each" are one rule. Sets of vertices are the bits of an int.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

Edge = tuple[int, int]
Matching = tuple[Edge, ...]
Met = tuple[int, ...]
MATCH_WIN = 3
ENUMERATED = 8  # vertices: 105 pairings


@dataclass(frozen=True, slots=True)
class Graph:
    """A group to be paired: match points of each vertex, whom it has met, and its place in the standings.

    ``ranks`` order those who could get the bye, the largest number first.
    """

    points: tuple[int, ...]
    met: Met
    ranks: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many vertices there are, the bye among them; always even."""
        return len(self.met)

    @property
    def everyone(self) -> int:
        return (1 << self.size) - 1

    @property
    def bye(self) -> int | None:
        """The vertex of the bye, None in an even group."""
        return self.size - 1 if self.size > len(self.ranks) else None

    def gap(self, edge: Edge) -> int:
        """Return the difference of match points; the bye stands 3 below the last player."""
        return abs(self.points[edge[0]] - self.points[edge[1]])

    def cost(self, matching: Matching) -> int:
        """Return the sum of the squared gaps."""
        return sum(self.gap(edge) ** 2 for edge in matching)

    def weight(self, edge: Edge) -> int:
        """Return the squared gap, enlarged, and within it how far from the last the bye falls (DRF-OP-6)."""
        squared = self.gap(edge) ** 2 * self.size
        return squared + sum(rank > self.ranks[edge[0]] for rank in self.ranks) if edge[1] == self.bye else squared

    def have_met(self, edge: Edge) -> bool:
        return bool(self.met[edge[0]] >> edge[1] & 1)


def graph_of(points: tuple[int, ...], met: Met, ranks: tuple[int, ...]) -> Graph:
    """Return the graph of a group in the order of its standings; an odd one gets a bye.

    ``met`` has one entry more than ``points`` in any case, the last for those who had a bye.
    """
    if len(points) % 2 == 0:
        players = (1 << len(points)) - 1
        return Graph(points, tuple(those & players for those in met[:-1]), ranks)
    return Graph((*points, min(points) - MATCH_WIN), met, ranks)


def matchings(free: int, met: Met) -> Iterator[Matching]:
    """Yield every way to pair the vertices in ``free`` without a pair that has met."""
    if not free:
        yield ()
        return
    first = (free & -free).bit_length() - 1
    rest = free ^ 1 << first
    partners = rest & ~met[first]
    while partners:
        second = partners & -partners
        partners ^= second
        for others in matchings(rest ^ second, met):
            yield ((first, second.bit_length() - 1), *others)


def after(met: Met, matching: Matching) -> Met:
    """Return who has met whom once ``matching`` is played."""
    played = list(met)
    for a, b in matching:
        played[a] |= 1 << b
        played[b] |= 1 << a
    return tuple(played)


@lru_cache(maxsize=200_000)
def continues(met: Met, rounds: int) -> bool:
    """Whether so many more rounds can be played without a rematch or a second bye.

    A graph in which everyone has at least half of the vertices left has a perfect matching
    (Dirac); what that settles is not searched. The rest is tried out, and remembered.
    """
    if not met or rounds < 1 or len(met) >= 2 * (_longest(met) + rounds):
        return True
    everyone = (1 << len(met)) - 1
    return any(continues(after(met, matching), rounds - 1) for matching in matchings(everyone, met))


def rounds_possible(met: Met, rounds: int) -> int:
    """Return how many of so many further rounds can be played; for nobody all of them."""
    if not met:
        return rounds
    most = min(rounds, len(met) - 1 - _longest(met))
    return next(count for count in range(most, -1, -1) if continues(met, count))


def _longest(met: Met) -> int:
    return max((those.bit_count() for those in met), default=0)
