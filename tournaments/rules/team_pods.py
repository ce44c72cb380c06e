"""Seat teams for the draft: teammates in different pods, or as far apart as possible at one table (DRF-OP-14)."""

from collections.abc import Sequence
from itertools import combinations, count
from typing import TypeVar

from gameplay.engine.core.chance import RandomStream
from tournaments.rules.pods import PodSplit, check_pod_sizes, even_splits
from tournaments.rules.reasons import DecisionReason

T = TypeVar("T")


def best_team_split(players: int) -> PodSplit:
    """Return the pod sizes for ``players`` players in teams: closest to six, then the fewest pods, as even as possible.

    Teams are paired as a whole, so odd pods cause no byes. If there are as many pods as a team has members, no pod has
    more seats than there are teams. Raise TooFewPlayersError below two players.
    """
    return min(even_splits(players), key=lambda split: (split.sort_key[1], len(split.sizes)))


def team_seating_reasons(split: PodSplit, size: int) -> list[DecisionReason]:
    """Return the reason for the seating of teams of ``size`` members."""
    return [DecisionReason("mates_apart" if len(split.sizes) >= size else "mates_share")]


def draw_team_pods(
    teams: Sequence[Sequence[T]], stream: RandomStream, *, sizes: Sequence[int] | None = None
) -> list[list[T]]:
    """Return the pods, each in seat order, of ``teams``, which are sequences of their members.

    The order of teams and members must be public, so that the draw can be verified with the seed. Raise
    TooFewPlayersError or PodSizesError.
    """
    players = sum(map(len, teams))
    chosen = best_team_split(players).sizes if sizes is None else tuple(sizes)
    check_pod_sizes(chosen, players)
    return [_seat_teams(pod, stream) for pod in _spread(stream.shuffled(teams), chosen, stream)]


def _spread(teams: Sequence[Sequence[T]], sizes: Sequence[int], stream: RandomStream) -> list[list[list[T]]]:
    """Distribute the members of each team over the pods; return the teammates in each pod.

    Each member goes to the pod with the fewest teammates, then with the most free seats.
    """
    pods: list[list[list[T]]] = [[] for _size in sizes]
    free = list(sizes)
    for team in teams:
        shares: list[list[T]] = [[] for _size in sizes]
        lots = stream.shuffled(range(len(sizes)))
        for member in stream.shuffled(team):
            open_pods = [pod for pod in lots if free[pod]]
            chosen = min(open_pods, key=lambda pod: (len(shares[pod]), -free[pod]))
            shares[chosen].append(member)
            free[chosen] -= 1
        for pod, share in zip(pods, shares, strict=True):
            pod.extend([share] if share else [])
    return pods


def _seat_teams(shares: Sequence[Sequence[T]], stream: RandomStream) -> list[T]:
    """Return the players of one table in seat order; larger groups of teammates choose their seats first."""
    size = sum(map(len, shares))
    order, seats = sorted(stream.shuffled(shares), key=len, reverse=True), stream.shuffled(range(size))
    lengths = [len(share) for share in order]
    seats_of = next(chosen for less in count() if (chosen := _seats_apart(lengths, seats, size, less)) is not None)
    member_at = {
        seat: member
        for share, chosen in zip(order, seats_of, strict=True)
        for member, seat in zip(share, chosen, strict=True)
    }
    return [member_at[seat] for seat in range(size)]


def _seats_apart(lengths: Sequence[int], free: Sequence[int], size: int, less: int) -> list[tuple[int, ...]] | None:
    """Return seats for groups of these ``lengths`` by backtracking, None if there are none.

    The distance in each group is at least the maximum for a group alone, minus ``less``.
    """
    if not lengths:
        return []
    min_distance = size // lengths[0] - less
    for seats in combinations(free, lengths[0]):
        if all(_distance(a, b, size) >= min_distance for a, b in combinations(seats, 2)):
            remaining = [seat for seat in free if seat not in seats]
            if (others := _seats_apart(lengths[1:], remaining, size, less)) is not None:
                return [seats, *others]
    return None


def _distance(a: int, b: int, size: int) -> int:
    """Return the number of seats between two seats, the shorter way around the table."""
    gap = abs(a - b)
    return min(gap, size - gap)
