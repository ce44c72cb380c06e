"""Split the players of an event into pods, with reasons (DRF-1.5 to DRF-1.8, DRF-OP-1)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.reasons import DecisionReason

T = TypeVar("T")
MIN_POD_SIZE, BEST_POD_SIZE, MAX_POD_SIZE = 4, 6, 8
SANCTIONED_PLAYERS, SANCTIONED_ROUNDS = 8, 3


class TooFewPlayersError(RulesError):
    """Raised if there are fewer than two players."""

    code = "too_few_players"
    clause = "DRF-1.5"
    sentence = _("There are not enough players ({players}): at least two are needed.")
    field = "players"


class PodSizesError(RulesError):
    """Raised if pod sizes set by an official do not match the number of players, or contain a pod of one."""

    code = "pod_sizes"
    clause = "DRF-1.6"
    sentence = _("Pods of {sizes} do not fit {players} players. Each pod needs at least two players.")
    field = "sizes"


class TooManyRoundsError(RulesError):
    """Raised if a pod cannot play all announced rounds; ``details`` give its size and the ``possible`` rounds."""

    code = "too_many_rounds"
    clause = "DRF-OP-8"
    sentence = _(
        "Pods of {sizes} cannot play {rounds} rounds: after round {possible}, all players in a pod of {pod_size} have "
        "met. Announce at most {possible} rounds."
    )
    field = "rounds"


class OtherPodSizesError(TooManyRoundsError):
    """Raised if pods of other sizes, ``instead``, could play all announced rounds."""

    sentence = _(
        "Pods of {sizes} cannot play {rounds} rounds: after round {possible}, all players in a pod of {pod_size} have "
        "met. Make pods of {instead}, or announce at most {possible} rounds."
    )


class NoSuchPodError(TooManyRoundsError):
    """Raised before registration if no pod is large enough for the announced rounds."""

    sentence = _(
        "No pod can play {rounds} rounds without a rematch or a second bye. The largest, of {pod_size} players, can "
        "play {possible}. Announce at most {possible} rounds."
    )


class FieldTooSmallError(TooManyRoundsError):
    """Raised if rounds are paired across the event and there are too few players for them."""

    sentence = _(
        "{pod_size} players cannot play {rounds} rounds: after round {possible}, all players have met. Announce at "
        "most {possible} rounds."
    )


class TooFewTeamsError(TooManyRoundsError):
    """Raised if there are too few teams for the announced rounds."""

    sentence = _(
        "{pod_size} teams cannot play {rounds} rounds: after round {possible}, all teams have met. Announce at most "
        "{possible} rounds."
    )


@dataclass(frozen=True, slots=True)
class PodSplit:
    """Pod sizes, the largest first and odd pods last; splits are compared by `sort_key`."""

    sizes: tuple[int, ...]

    @property
    def odd_pods(self) -> int:
        """The number of pods with an odd number of players, each of which has a bye in every round."""
        return sum(size % 2 for size in self.sizes)

    @property
    def sort_key(self) -> tuple[int, int, int, int]:
        """Number of odd pods, distance to pods of six, spread, number of pods; smaller is better (DRF-OP-1)."""
        distance = sum(abs(size - BEST_POD_SIZE) for size in self.sizes)
        return self.odd_pods, distance, max(self.sizes) - min(self.sizes), len(self.sizes)

    def __str__(self) -> str:
        return "+".join(map(str, self.sizes))


def make_split(sizes: Sequence[int]) -> PodSplit:
    """Return a split with ``sizes`` in the order in which pods are listed: the largest first, odd pods last."""
    return PodSplit(tuple(sorted(sizes, key=lambda size: (size % 2, -size))))


def best_split(players: int) -> PodSplit:
    """Return the best pod sizes for ``players`` players (DRF-OP-1); raise TooFewPlayersError below two."""
    if players < 2:
        raise TooFewPlayersError(players=players)
    if players < MIN_POD_SIZE:
        return PodSplit((players,))
    return min(_candidates(players), key=lambda split: split.sort_key)


def _candidates(players: int) -> Iterator[PodSplit]:
    # Two pods of four are better as one of eight, two of eight as two of six and one of four, and two odd pods as two
    # even ones. So the best split has at most one of four or eight, and at most one odd pod.
    for rest in ((), (4,), (8,)):
        for odd in ((), (5,), (7,)):
            sixes, left = divmod(players - sum(rest) - sum(odd), BEST_POD_SIZE)
            if sixes >= 0 and not left and sixes + len(rest) + len(odd):
                yield make_split((*rest, *[BEST_POD_SIZE] * sixes, *odd))


def split_reasons(split: PodSplit) -> list[DecisionReason]:
    """Return why ``split`` is better than the most even splits into the same number of pods, one more and one fewer."""
    players, pods = sum(split.sizes), len(split.sizes)
    others = [_even_split(players, count) for count in (pods, pods + 1, pods - 1)]
    return [_comparison(split, other) for other in others if other and other.sort_key > split.sort_key]


def _even_split(players: int, pods: int) -> PodSplit | None:
    if not MIN_POD_SIZE * pods <= players <= MAX_POD_SIZE * pods:
        return None
    size, larger = divmod(players, pods)
    return make_split([size + 1] * larger + [size] * (pods - larger))


def _comparison(split: PodSplit, other: PodSplit) -> DecisionReason:
    codes = ("fewer_odd_pods", "nearer_six", "more_even", "fewer_pods")
    code = next(
        code for code, ours, theirs in zip(codes, split.sort_key, other.sort_key, strict=True) if ours != theirs
    )
    odd = {"chosen_odd": split.odd_pods, "instead_odd": other.odd_pods} if code == "fewer_odd_pods" else {}
    return DecisionReason(code, {"chosen": str(split), "instead": str(other), **odd})


def check_pod_sizes(sizes: Sequence[int], players: int) -> None:
    """Raise PodSizesError if sizes set by an official do not fit the number of players (DRF-1.6)."""
    if sum(sizes) != players or min(sizes, default=0) < 2:
        raise PodSizesError(sizes="+".join(map(str, sizes)), players=players)


def draw_pods(players: Sequence[T], stream: RandomStream, *, sizes: Sequence[int] | None = None) -> list[list[T]]:
    """Return the pods, each in seat order: ``players`` are shuffled and split (DRF-1.5).

    The order of ``players`` must be public, so that the draw can be verified with the seed. Raise TooFewPlayersError or
    PodSizesError.
    """
    chosen = best_split(len(players)).sizes if sizes is None else tuple(sizes)
    check_pod_sizes(chosen, len(players))
    shuffled = iter(stream.shuffled(players))
    return [[next(shuffled) for _seat in range(size)] for size in chosen]


def pod_for_late_entry(pods: Sequence[Collection[T]], playing: Collection[T]) -> int:
    """Return the number, from 1, of the pod in which a late entry plays; only players in ``playing`` are counted.

    An odd pod is preferred, because it loses its bye and no other pod gets one (DRF-OP-6), then the smallest pod, which
    has the fewest opponents (DRF-OP-8), then the first.
    """
    sizes = [sum(player in playing for player in pod) for pod in pods]
    return min(range(len(pods)), key=lambda place: (not sizes[place] % 2, sizes[place], place)) + 1


def max_rounds(size: int) -> int:
    """Return how many rounds a pod can play without a rematch or a second bye (DRF-OP-8)."""
    return size - 1 + size % 2


def min_pod_size(rounds: int) -> int:
    """Return the minimum number of players for ``rounds`` rounds without a rematch or a second bye."""
    return next(size for size in range(2, rounds + 2) if max_rounds(size) >= rounds)


def pod_rounds_fault(sizes: Sequence[int], rounds: int) -> TooManyRoundsError | None:
    """Return the error if pods of these ``sizes`` cannot play ``rounds``, else None (DRF-OP-7, DRF-OP-8).

    The look-ahead of the pairing makes `max_rounds` rounds possible in every pod. Pods of two are exempt: they have to
    rematch.
    """
    smallest = min((size for size in sizes if size > 2), key=max_rounds, default=2)
    if smallest == 2 or max_rounds(smallest) >= rounds:
        return None
    details = {"rounds": rounds, "pod_size": smallest, "possible": max_rounds(smallest)}
    instead = _split_for(sum(sizes), rounds)
    if instead is None:
        return TooManyRoundsError(sizes=str(make_split(sizes)), **details)
    return OtherPodSizesError(sizes=str(make_split(sizes)), instead=str(instead), **details)


def field_rounds_fault(players: int, rounds: int, *, teams: bool = False) -> TooManyRoundsError | None:
    """Return the error if ``players`` players, or teams, cannot play ``rounds`` across the event, else None.

    Two players are exempt.
    """
    possible = max_rounds(players)
    if players <= 2 or possible >= rounds:
        return None
    fault = TooFewTeamsError if teams else FieldTooSmallError
    return fault(rounds=rounds, pod_size=players, possible=possible)


def announced_rounds_fault(rounds: int) -> TooManyRoundsError | None:
    """Return the error if no pod of any size can play ``rounds``, else None."""
    most = max(max_rounds(size) for size in range(MIN_POD_SIZE, MAX_POD_SIZE + 1))
    return NoSuchPodError(rounds=rounds, pod_size=MAX_POD_SIZE, possible=most) if rounds > most else None


def even_splits(players: int) -> list[PodSplit]:
    """Return the most even split for each number of pods of four to eight; fewer than four players are one pod.

    Raise TooFewPlayersError below two players.
    """
    if players < MIN_POD_SIZE:
        return [best_split(players)]
    splits = [_even_split(players, pods) for pods in range(1, players // MIN_POD_SIZE + 1)]
    return [split for split in splits if split]


def _split_for(players: int, rounds: int) -> PodSplit | None:
    """Return the best of the even splits whose pods can all play ``rounds``, None if there is none."""
    able = [split for split in even_splits(players) if min(map(max_rounds, split.sizes)) >= rounds]
    return min(able, key=lambda split: split.sort_key, default=None)


def director_notices(sizes: Sequence[int], rounds: int) -> list[DecisionReason]:
    """Return warnings for the organizer before the start; none of them blocks it.

    A sanctioned event has at least eight players and three rounds (DRF-4.5, ENE-X.2).
    """
    notices = []
    if sum(sizes) < SANCTIONED_PLAYERS or rounds < SANCTIONED_ROUNDS:
        notices.append(
            DecisionReason("below_sanctioning_minimum", {"players": SANCTIONED_PLAYERS, "rounds": SANCTIONED_ROUNDS})
        )
    too_small = sorted({size for size in sizes if max_rounds(size) < rounds})
    return notices + [
        DecisionReason("too_many_rounds", {"pod_size": size, "possible": max_rounds(size)}) for size in too_small
    ]
