"""The pairings of a few players by enumeration, and how many rounds are left to them.

Sets of vertices are the bits of an int here.
"""

from collections.abc import Iterator
from functools import lru_cache

from tournaments.rules.graphs import Matching, Sets

Met = tuple[int, ...]
ENUMERATED = 8  # vertices: 105 pairings


def bits(sets: Sets) -> Met:
    """Return sets of vertices as ints."""
    return tuple(sum(1 << vertex for vertex in those) for those in sets)


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
