"""The least pairing of a field of any size, exactly, by solving it a window at a time.

Let a level be all who stand at one place of the line. Suppose a level could serve any float:
whoever comes to it finds a partner there, and only whether those who come are odd or even
matters. A pair from above to below may then be cut at the level into two that weigh no more,
since the square of a gap is at least the sum of the squares of its parts. So the levels fall
away as such *anchors*, what lies between two of them is a *window* of its own, and the windows'
least weights together are no more than any pairing of the field weighs.

If the floats then do find partners, and the others of each anchor can be paired with one
another, a pairing of just that weight has been found and is proved to be the least. Where that
fails, the anchor is given up and its players join the windows beside it. An anchor of 4 r + 4
players cannot fail, r being the most opponents that anyone has met: those who float to it from
one side have all met each other, hence are r + 1 at most; everyone finds a partner; and of 2 r + 2
players or more who are left all can be paired (Dirac). So windows stay small, and if no anchor
is left the whole field has been solved exactly: no pairing then means that there is none.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.rules.anchors import Anchor, fill_anchor
from tournaments.rules.blossom import TIE_BREAK_BITS, WeightedEdge, minimum_weight_matching
from tournaments.rules.graphs import Edge, Matching, PairingGraph

TieBreak = Callable[[Edge], int]
"""The lot of a pair, below 2 to the power of 40: the least sum of lots decides among equals."""


@dataclass(slots=True)
class WindowSolution:
    """A window's least pairing: pairs, who floats to the anchor ``above`` and ``below``, whether one meets the other."""

    pairs: list[Edge] = field(default_factory=list)
    above: list[int] = field(default_factory=list)
    below: list[int] = field(default_factory=list)
    linked: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """The vertices from ``start`` to before ``end``, between two anchors, None where the field ends."""

    start: int
    end: int
    above: Anchor | None
    below: Anchor | None


def solve_windows(graph: PairingGraph, tie_break: TieBreak, anchors: Sequence[Anchor]) -> Matching | None:
    """Return the least pairing by `Graph.weight`, None if there is none; ``lot`` decides among equals.

    The squares of the gaps and the place of the bye are least in all. Floaters are spared as
    far as a window reaches, and in an anchor the first who can be.
    """
    kept, known = list(anchors), dict[tuple[int, int], WindowSolution | None]()
    while True:
        windows = list(_windows(graph, kept))
        solved = []
        for window in windows:
            key = window.start, window.end
            if key not in known:
                known[key] = _solve_window(graph, window, tie_break)
            if (found := known[key]) is None:
                return None
            solved.append(found)
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
    """Return all pairs, and the anchors at which somebody found no partner."""
    pairs = [edge for window in solved for edge in window.pairs]
    failed: list[Anchor] = []
    floater: int | None = None
    for anchor, before, after in zip(anchors, solved, solved[1:], strict=False):
        floaters = [*before.below, *after.above]
        if before.linked:
            if floater is None:
                continue  # the anchor above has failed, and all is asked again without it
            floaters.append(floater)
        found = fill_anchor(graph, anchor, floaters, one_floats_down=after.linked)
        if found is None:
            failed.append(anchor)
        else:
            pairs += found.pairs
        floater = found.floater if found else None
    return pairs, failed


def _solve_window(graph: PairingGraph, window: Window, lot: TieBreak) -> WindowSolution | None:
    """Solve one window: its vertices, and one more for each anchor at which the players before it are odd."""
    inside = list(range(window.start, window.end))
    # The players down to a place are as odd or even as those among them who cross it.
    odd = [anchor for anchor, end in ((window.above, window.start), (window.below, window.end)) if anchor and end % 2]
    if not inside and not odd:
        return WindowSolution()
    vertices: list[int | Anchor] = [*inside, *odd]
    matching = minimum_weight_matching(len(vertices), _weighted(graph, window, vertices, lot))
    return None if matching is None else _read_solution(graph, window, vertices, matching)


def _read_solution(
    graph: PairingGraph, window: Window, vertices: list[int | Anchor], matching: Matching
) -> WindowSolution:
    found = WindowSolution()
    for a, b in matching:
        first, second = vertices[a], vertices[b]
        if isinstance(first, Anchor):
            found.linked = True
        elif isinstance(second, Anchor):
            (found.above if second is window.above else found.below).append(first)
        elif graph.have_met((first, second)):
            _weight, near = _both_float(graph, window, (first, second))
            (found.above if near is window.above else found.below).extend((first, second))
        else:
            found.pairs.append((first, second))
    return found


def _weighted(
    graph: PairingGraph, window: Window, vertices: list[int | Anchor], lot: TieBreak
) -> Iterator[WeightedEdge]:
    """Yield what every two weigh, with the lot in the last bits; two who have met may both float to an anchor."""
    anchored = window.above or window.below
    for a, first in enumerate(vertices):
        for b in range(a + 1, len(vertices)):
            second = vertices[b]
            if isinstance(first, Anchor):
                assert isinstance(second, Anchor)
                yield a, b, first.weight_to_anchor(graph, second) << TIE_BREAK_BITS
            elif isinstance(second, Anchor):
                yield a, b, second.weight(graph, first) << TIE_BREAK_BITS | lot((first, second.start))
            elif second not in graph.met[first]:
                yield a, b, graph.weight((first, second)) << TIE_BREAK_BITS | lot((first, second))
            elif anchored:
                weight, _near = _both_float(graph, window, (first, second))
                yield a, b, weight << TIE_BREAK_BITS | lot((first, second))


def _both_float(graph: PairingGraph, window: Window, edge: Edge) -> tuple[int, Anchor]:
    return min(
        (
            (sum(anchor.weight(graph, vertex) for vertex in edge), anchor)
            for anchor in (window.above, window.below)
            if anchor
        ),
        key=lambda each: each[0],
    )
