"""Exact minimum-weight pairing of a field of any size, by decomposition into independent windows.

A score group (all vertices at one position of the line) is an *anchor* if it can absorb any floater: every floater
finds an opponent in it, and only the parity of the number of floaters matters. A pair that spans an anchor can be split
there into two pairs that weigh no more, because the square of a gap is at least the sum of the squares of its parts.
The vertices between two anchors form a *window*, which is solved separately. The sum of the minimum weights of all
windows is a lower bound of the weight of any pairing of the field.

If all floaters find opponents in the anchors, and the remaining players of each anchor can be paired with each other,
the pairing has exactly this weight, so it is minimal. An anchor for which this fails is discarded, and its players
join the windows next to it.

An anchor of 4 r + 4 players cannot fail, where r is the maximum number of opponents that a player has met. Floaters
from one side have all met each other, so they are at most r + 1, and all of them find opponents. At least 2 r + 2
players remain, who can all be paired by Dirac's theorem. So windows stay small. If no anchor is left, the whole field
has been solved as one window, and the absence of a matching is proven.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.rules.anchors import Anchor, fill_anchor
from tournaments.rules.blossom import TIE_BREAK_BITS, WeightedEdge, minimum_weight_matching
from tournaments.rules.graphs import Edge, Matching, PairingGraph

TieBreak = Callable[[Edge], int]
"""The tie-break of a pair, below 2**40; among pairings of equal weight, the minimum sum of tie-breaks decides."""


@dataclass(slots=True)
class WindowSolution:
    """The minimum-weight pairing of a window, with the vertices that float to the anchors ``above`` and ``below``.

    It is ``linked`` if a player floats from the anchor above to the anchor below.
    """

    pairs: list[Edge] = field(default_factory=list)
    above: list[int] = field(default_factory=list)
    below: list[int] = field(default_factory=list)
    linked: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """The vertices from ``start`` up to, but not including, ``end``, between two anchors.

    An anchor is None at the end of the field.
    """

    start: int
    end: int
    above: Anchor | None
    below: Anchor | None


def solve_windows(graph: PairingGraph, tie_break: TieBreak, anchors: Sequence[Anchor]) -> Matching | None:
    """Return the minimum-weight pairing, None if there is none; ties are broken by ``tie_break``.

    Minimises the sum of squared score gaps, then the rank of the player with the bye. The weights of repeated floats
    are minimised within each window; in anchors a greedy choice is made.
    """
    kept, known = list(anchors), dict[tuple[int, int], WindowSolution | None]()
    while True:
        windows = list(_windows(graph, kept))
        solved = []
        for window in windows:
            key = window.start, window.end
            if key not in known:
                known[key] = _solve_window(graph, window, tie_break)
            if (solution := known[key]) is None:
                return None
            solved.append(solution)
        pairs, failed = _pair_anchors(graph, kept, solved)
        if not failed:
            return tuple(sorted(pairs))
        kept = [anchor for anchor in kept if anchor not in failed]


def _windows(graph: PairingGraph, anchors: Sequence[Anchor]) -> Iterator[Window]:
    start, above = 0, None
    for anchor in anchors:
        yield Window(start, anchor.start, above, anchor)
        start, above = anchor.end, anchor
    yield Window(start, graph.size, above, None)


def _pair_anchors(
    graph: PairingGraph, anchors: Sequence[Anchor], solved: Sequence[WindowSolution]
) -> tuple[list[Edge], list[Anchor]]:
    """Return all pairs, and the anchors that could not be paired."""
    pairs = [edge for window in solved for edge in window.pairs]
    failed: list[Anchor] = []
    floater: int | None = None
    for anchor, before, after in zip(anchors, solved, solved[1:], strict=False):
        floaters = [*before.below, *after.above]
        if before.linked:
            if floater is None:
                continue  # the anchor above has failed, so everything is solved again without it
            floaters.append(floater)
        filled = fill_anchor(graph, anchor, floaters, one_floats_down=after.linked)
        if filled is None:
            failed.append(anchor)
        else:
            pairs += filled.pairs
        floater = filled.floater if filled else None
    return pairs, failed


def _solve_window(graph: PairingGraph, window: Window, tie_break: TieBreak) -> WindowSolution | None:
    """Solve one window; an anchor is a vertex of it if the number of players above is odd."""
    inside = list(range(window.start, window.end))
    # The number of players above a position has the same parity as the number of pairs that cross it.
    odd = [anchor for anchor, end in ((window.above, window.start), (window.below, window.end)) if anchor and end % 2]
    if not inside and not odd:
        return WindowSolution()
    vertices: list[int | Anchor] = [*inside, *odd]
    matching = minimum_weight_matching(len(vertices), _weighted_edges(graph, window, vertices, tie_break))
    return None if matching is None else _read_solution(graph, window, vertices, matching)


def _read_solution(
    graph: PairingGraph, window: Window, vertices: list[int | Anchor], matching: Matching
) -> WindowSolution:
    solution = WindowSolution()
    for a, b in matching:
        first, second = vertices[a], vertices[b]
        if isinstance(first, Anchor):
            solution.linked = True
        elif isinstance(second, Anchor):
            (solution.above if second is window.above else solution.below).append(first)
        elif graph.have_met((first, second)):
            _weight, near = _both_float(graph, window, (first, second))
            (solution.above if near is window.above else solution.below).extend((first, second))
        else:
            solution.pairs.append((first, second))
    return solution


def _weighted_edges(
    graph: PairingGraph, window: Window, vertices: list[int | Anchor], tie_break: TieBreak
) -> Iterator[WeightedEdge]:
    """Yield all edges with their weights and, in the lowest bits, tie-breaks.

    An edge of two vertices that have met means that both float to the same anchor.
    """
    anchored = window.above or window.below
    for a, first in enumerate(vertices):
        for b in range(a + 1, len(vertices)):
            second = vertices[b]
            if isinstance(first, Anchor):
                assert isinstance(second, Anchor)
                yield a, b, first.weight_to_anchor(graph, second) << TIE_BREAK_BITS
            elif isinstance(second, Anchor):
                yield a, b, second.weight(graph, first) << TIE_BREAK_BITS | tie_break((first, second.start))
            elif second not in graph.met[first]:
                yield a, b, graph.weight((first, second)) << TIE_BREAK_BITS | tie_break((first, second))
            elif anchored:
                weight, _near = _both_float(graph, window, (first, second))
                yield a, b, weight << TIE_BREAK_BITS | tie_break((first, second))


def _both_float(graph: PairingGraph, window: Window, edge: Edge) -> tuple[int, Anchor]:
    """Return the minimum weight of both vertices of ``edge`` floating to the same anchor, and that anchor."""
    return min(
        (
            (sum(anchor.weight(graph, vertex) for vertex in edge), anchor)
            for anchor in (window.above, window.below)
            if anchor
        ),
        key=lambda each: each[0],
    )
