"""Look ahead in groups of nine to twelve players: a search for further rounds with a limit.

Whether rounds remain possible is a question of edge colouring, for which no fast method is known. The search therefore
stops after a fixed number of pairings. It keeps no results between searches, so that it always gives the same answer.
"""

from collections.abc import Iterator, Sequence

from tournaments.rules.graphs import Edge, Matching
from tournaments.rules.matchings import MetMasks, matchings, max_met, met_after

MAX_SEARCHED = 12  # vertices: at most 10,395 pairings
SEARCH_LIMIT = 3_000  # pairings


class RoundSearch:
    """A search for further rounds without a rematch or a second bye; ``is_stopped`` says whether it was given up."""

    def __init__(self, limit: int = SEARCH_LIMIT) -> None:
        self._left = limit
        self._failed: set[tuple[MetMasks, int]] = set()

    @property
    def is_stopped(self) -> bool:
        return self._left <= 0

    def first_round(self, met: MetMasks, rounds: int) -> Matching | None:
        """Return the first of ``rounds`` further rounds that can be played one after the other; None if none is found.

        The rounds have no order, so the search takes them in the order of the opponents of one vertex. By Dirac's
        theorem, every pairing will do if a player has met few enough others.
        """
        if (met, rounds) in self._failed:
            return None
        is_certain = len(met) >= 2 * (max_met(met) + rounds)
        for matching, later_met in _first_rounds(met, rounds):
            self._left -= 1
            if is_certain or rounds == 1 or self.first_round(met_after(later_met, matching), rounds - 1):
                return matching
            if self.is_stopped:
                return None
        self._failed.add((met, rounds))
        return None


def can_play(met: MetMasks, rounds: int) -> bool | None:
    """Return whether ``rounds`` further rounds can be played; None if the search was given up."""
    if rounds < 1:
        return True
    if rounds > len(met) - 1 - max_met(met):
        return False
    search = RoundSearch()
    if search.first_round(met, rounds):
        return True
    return None if search.is_stopped else False


def max_rounds(met: MetMasks, rounds: int) -> int:
    """Return an upper bound of how many of ``rounds`` further rounds can be played, exact unless a search stops."""
    return next(count for count in range(rounds, -1, -1) if can_play(met, count) is not False)


def _first_rounds(met: MetMasks, rounds: int) -> Iterator[tuple[Matching, MetMasks]]:
    """Yield possible first rounds, with the vertices that cannot meet in later ones.

    They are in the order of the opponents of the vertex that has the fewest; later rounds have later opponents.
    """
    everyone = (1 << len(met)) - 1
    possible = [everyone & ~those & ~(1 << vertex) for vertex, those in enumerate(met)]
    first = min(range(len(met)), key=lambda vertex: possible[vertex].bit_count())
    left = possible[first]
    while left.bit_count() >= rounds:
        second = (left & -left).bit_length() - 1
        left ^= 1 << second
        met = met_after(met, ((first, second),))
        pair: Edge = (min(first, second), max(first, second))
        for others in matchings(everyone ^ 1 << first ^ 1 << second, met):
            yield tuple(sorted((pair, *others))), met


def first_lasting(
    ranked: Sequence[Matching], met: MetMasks, rounds: int, *, tries: int = 100
) -> tuple[Matching | None, bool]:
    """Return the first of the ``ranked`` pairings after which ``rounds`` more can be played.

    The second value is whether it is certain that no earlier one will do. At most ``tries`` attempts are made.
    """
    is_certain = True
    for matching in ranked[:tries]:
        lasts = can_play(met_after(met, matching), rounds)
        if lasts:
            return matching, is_certain
        is_certain = is_certain and lasts is False
    return None, is_certain and len(ranked) <= tries
