"""Enumerate the perfect matchings of a small group, and compute how many further rounds it can play.

Sets of vertices are bit masks.
"""

from collections.abc import Iterator
from functools import lru_cache

from tournaments.rules.graphs import Matching, Sets

MetMasks = tuple[int, ...]
MAX_ENUMERATED = 8  # vertices: 105 pairings


def as_bitmasks(sets: Sets) -> MetMasks:
    """Return sets of vertices as bit masks."""
    return tuple(sum(1 << vertex for vertex in those) for those in sets)


def matchings(free: int, met: MetMasks) -> Iterator[Matching]:
    """Yield every perfect matching of the vertices in ``free`` without a rematch."""
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


def met_after(met: MetMasks, matching: Matching) -> MetMasks:
    """Return ``met`` as it is after ``matching`` was played."""
    played = list(met)
    for a, b in matching:
        played[a] |= 1 << b
        played[b] |= 1 << a
    return tuple(played)


@lru_cache(maxsize=200_000)
def can_play_rounds(met: MetMasks, rounds: int) -> bool:
    """Return whether ``rounds`` more rounds can be played without a rematch or a second bye.

    By Dirac's theorem, a graph in which every vertex has a degree of at least half the vertices has a perfect
    matching; such cases need no search. All others are searched exhaustively, and cached.
    """
    if not met or rounds < 1 or len(met) >= 2 * (max_met(met) + rounds):
        return True
    everyone = (1 << len(met)) - 1
    return any(can_play_rounds(met_after(met, matching), rounds - 1) for matching in matchings(everyone, met))


def max_further_rounds(met: MetMasks, rounds: int) -> int:
    """Return how many of ``rounds`` further rounds can be played; all of them if there are no vertices."""
    if not met:
        return rounds
    most = min(rounds, len(met) - 1 - max_met(met))
    return next(count for count in range(most, -1, -1) if can_play_rounds(met, count))


def max_met(met: MetMasks) -> int:
    """Return the maximum number of vertices that a vertex cannot meet."""
    return max((those.bit_count() for those in met), default=0)
