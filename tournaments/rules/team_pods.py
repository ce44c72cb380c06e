"""How teams sit in the draft: teammates in different pods, or as far apart at one table as can be (DRF-OP-14)."""

from collections.abc import Sequence
from itertools import combinations, count
from typing import TypeVar

from gameplay.engine.core.chance import RandomStream
from tournaments.rules.pods import PodSplit, check_pod_sizes, even_splits
from tournaments.rules.reasons import DecisionReason

T = TypeVar("T")


def best_team_split(players: int) -> PodSplit:
    """Return the pod sizes for so many players in teams: nearest six, then fewest pods, all as even as can be.

    Byes are given to teams, so odd pods give none. No pod is larger than there are teams if there are as many pods as a
    team has members. Raises TooFewPlayersError below two players.
    """
    return min(even_splits(players), key=lambda split: (split.sort_key[1], len(split.sizes)))


def team_seating_reasons(split: PodSplit, size: int) -> list[DecisionReason]:
    """Return why teams of ``size`` sit as they do."""
    return [DecisionReason("mates_apart" if len(split.sizes) >= size else "mates_share")]


def draw_team_pods(
    teams: Sequence[Sequence[T]], stream: RandomStream, *, sizes: Sequence[int] | None = None
) -> list[list[T]]:
    """Return the pods, each in seat order, of ``teams`` with their members.

    Give them in an order that is public, so that anyone with the seed can repeat it. Raises TooFewPlayersError,
    PodSizesError.
    """
    players = sum(map(len, teams))
    chosen = best_team_split(players).sizes if sizes is None else tuple(sizes)
    check_pod_sizes(chosen, players)
    return [_seat_teams(pod, stream) for pod in _spread(stream.shuffled(teams), chosen, stream)]


def _spread(teams: Sequence[Sequence[T]], sizes: Sequence[int], stream: RandomStream) -> list[list[list[T]]]:
    """Into each pod its share of each team: every member goes where fewest teammates, then most free seats are."""
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
    """Return who sits where at one table: the larger a share, the sooner its seats are chosen."""
    size = sum(map(len, shares))
    order, seats = sorted(stream.shuffled(shares), key=len, reverse=True), stream.shuffled(range(size))
    lengths = [len(share) for share in order]
    found = next(places for less in count() if (places := _seats_apart(lengths, seats, size, less)) is not None)
    at = {
        seat: member
        for share, places in zip(order, found, strict=True)
        for member, seat in zip(share, places, strict=True)
    }
    return [at[seat] for seat in range(size)]


def _seats_apart(lengths: Sequence[int], free: Sequence[int], size: int, less: int) -> list[tuple[int, ...]] | None:
    """Return seats for shares of these ``lengths``, each as far apart as it could alone, but ``less``; None for none."""
    if not lengths:
        return []
    least = size // lengths[0] - less
    for seats in combinations(free, lengths[0]):
        if all(_distance(one, other, size) >= least for one, other in combinations(seats, 2)):
            left = [seat for seat in free if seat not in seats]
            if (found := _seats_apart(lengths[1:], left, size, less)) is not None:
                return [seats, *found]
    return None


def _distance(one: int, other: int, size: int) -> int:
    """How many seats it is from one to the other, the shorter way around the table."""
    gap = abs(one - other)
    return min(gap, size - gap)
