"""Into which pods the players of an event are put, and why (DRF-1.5 to DRF-1.8, DRF-OP-1)."""

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
    """Nobody can draft, or play, alone."""

    code = "too_few_players"
    clause = "DRF-1.5"
    sentence = _("{players} players are too few: at least two are needed.")
    field = "players"


class PodSizesError(RulesError):
    """The director's own pod sizes do not hold all players, or leave one alone."""

    code = "pod_sizes"
    clause = "DRF-1.6"
    sentence = _("Pods of {sizes} do not fit {players} players; each pod needs at least two.")
    field = "sizes"


class TooManyRoundsError(RulesError):
    """More rounds are announced than some pod can play; ``details`` say which, and how many it can."""

    code = "too_many_rounds"
    clause = "DRF-OP-8"
    sentence = _(
        "Pods of {sizes} cannot play {rounds} rounds: after {possible} everybody in a pod of {pod_size} has met all "
        "others. Announce at most {possible} rounds."
    )
    field = "rounds"


class OtherPodSizesError(TooManyRoundsError):
    """The same where pods of other sizes, ``instead``, could play them all."""

    sentence = _(
        "Pods of {sizes} cannot play {rounds} rounds: after {possible} everybody in a pod of {pod_size} has met all "
        "others. Make pods of {instead}, or announce at most {possible} rounds."
    )


class NoSuchPodError(TooManyRoundsError):
    """The same before anybody has joined: no pod is large enough."""

    sentence = _(
        "No pod can play {rounds} rounds without a rematch or a second bye: the largest, of {pod_size} players, can "
        "play {possible}. Announce at most {possible} rounds."
    )


class FieldTooSmallError(TooManyRoundsError):
    """The same of rounds that are paired across the event."""

    sentence = _(
        "{pod_size} players cannot play {rounds} rounds: after {possible} everybody has met all others. Announce at "
        "most {possible} rounds."
    )


class TooFewTeamsError(TooManyRoundsError):
    """The same of teams."""

    sentence = _(
        "{pod_size} teams cannot play {rounds} rounds: after {possible} every team has met all others. Announce at "
        "most {possible} rounds."
    )


@dataclass(frozen=True, slots=True)
class PodSplit:
    """Pod sizes, largest first and the odd pod last; what makes one better is in the order of `worth`."""

    sizes: tuple[int, ...]

    @property
    def odd_pods(self) -> int:
        """How many pods are odd, and so how many byes each round gives."""
        return sum(size % 2 for size in self.sizes)

    @property
    def sort_key(self) -> tuple[int, int, int, int]:
        """Odd pods, distance to pods of six, spread, number of pods: the smaller the better (DRF-OP-1)."""
        distance = sum(abs(size - BEST_POD_SIZE) for size in self.sizes)
        return self.odd_pods, distance, max(self.sizes) - min(self.sizes), len(self.sizes)

    def __str__(self) -> str:
        return "+".join(map(str, self.sizes))


def make_split(sizes: Sequence[int]) -> PodSplit:
    """Return ``sizes`` in the order pods are listed: the largest first, odd ones last."""
    return PodSplit(tuple(sorted(sizes, key=lambda size: (size % 2, -size))))


def best_split(players: int) -> PodSplit:
    """Return the pod sizes for so many players (DRF-OP-1). Raises TooFewPlayersError below two."""
    if players < 2:
        raise TooFewPlayersError(players=players)
    if players < MIN_POD_SIZE:
        return PodSplit((players,))
    return min(_candidates(players), key=lambda split: split.sort_key)


def _candidates(players: int) -> Iterator[PodSplit]:
    # More of a kind is never best: two fours are an eight, two eights two sixes and a four,
    # and two odd pods an even pair. So the best split is among these.
    for rest in ((), (4,), (8,)):
        for odd in ((), (5,), (7,)):
            sixes, left = divmod(players - sum(rest) - sum(odd), BEST_POD_SIZE)
            if sixes >= 0 and not left and sixes + len(rest) + len(odd):
                yield make_split((*rest, *[BEST_POD_SIZE] * sixes, *odd))


def split_reasons(split: PodSplit) -> list[DecisionReason]:
    """Return why ``split`` is better than the most even splits into as many pods, one more, one fewer."""
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
    """Refuse a director's own sizes only if they cannot hold the players (DRF-1.6); raises PodSizesError."""
    if sum(sizes) != players or min(sizes, default=0) < 2:
        raise PodSizesError(sizes="+".join(map(str, sizes)), players=players)


def draw_pods(players: Sequence[T], stream: RandomStream, *, sizes: Sequence[int] | None = None) -> list[list[T]]:
    """Return the pods, each in seat order: ``entries`` shuffled and cut (DRF-1.5).

    Give ``entries`` in an order that is public, so that anyone with the seed can repeat it.
    Raises TooFewPlayersError, PodSizesError.
    """
    chosen = best_split(len(players)).sizes if sizes is None else tuple(sizes)
    check_pod_sizes(chosen, len(players))
    shuffled = iter(stream.shuffled(players))
    return [[next(shuffled) for _seat in range(size)] for size in chosen]


def pod_for_late_entry(pods: Sequence[Collection[T]], playing: Collection[T]) -> int:
    """Return the number, from 1, of the pod in which a late entry plays: of those, so many are ``playing`` still.

    An odd pod comes first, so that it loses its bye and no other gets one (DRF-OP-6), then the smallest, which has the
    fewest opponents to offer (DRF-OP-8), then the first.
    """
    sizes = [sum(player in playing for player in pod) for pod in pods]
    return min(range(len(pods)), key=lambda place: (not sizes[place] % 2, sizes[place], place)) + 1


def max_rounds(size: int) -> int:
    """Return how many rounds a pod can play without a rematch or a second bye (DRF-OP-8)."""
    return size - 1 + size % 2


def min_pod_size(rounds: int) -> int:
    """Return how many players a pod needs for so many rounds without a rematch or a second bye."""
    return next(size for size in range(2, rounds + 2) if max_rounds(size) >= rounds)


def pod_rounds_fault(sizes: Sequence[int], rounds: int) -> TooManyRoundsError | None:
    """Return why pods of these ``sizes`` cannot play ``rounds``, None if they can (DRF-OP-7, DRF-OP-8).

    Look-ahead pairs every pod for as many rounds as it has opponents. A pod of two is excused: it has to rematch.
    """
    smallest = min((size for size in sizes if size > 2), key=max_rounds, default=2)
    if smallest == 2 or max_rounds(smallest) >= rounds:
        return None
    said = {"rounds": rounds, "pod_size": smallest, "possible": max_rounds(smallest)}
    instead = _split_for(sum(sizes), rounds)
    if instead is None:
        return TooManyRoundsError(sizes=str(make_split(sizes)), **said)
    return OtherPodSizesError(sizes=str(make_split(sizes)), instead=str(instead), **said)


def field_rounds_fault(players: int, rounds: int, *, teams: bool = False) -> TooManyRoundsError | None:
    """Return why so many ``players``, or teams, cannot play ``rounds`` across the event, None if they can; two may."""
    possible = max_rounds(players)
    if players <= 2 or possible >= rounds:
        return None
    fault = TooFewTeamsError if teams else FieldTooSmallError
    return fault(rounds=rounds, pod_size=players, possible=possible)


def announced_rounds_fault(rounds: int) -> TooManyRoundsError | None:
    """Return why no pod whatever can play ``rounds``, None if one can."""
    most = max(max_rounds(size) for size in range(MIN_POD_SIZE, MAX_POD_SIZE + 1))
    return NoSuchPodError(rounds=rounds, pod_size=MAX_POD_SIZE, possible=most) if rounds > most else None


def even_splits(players: int) -> list[PodSplit]:
    """Return the most even splits, into pods of four to eight; of fewer than four one pod. Raises TooFewPlayersError."""
    if players < MIN_POD_SIZE:
        return [best_split(players)]
    found = [_even_split(players, pods) for pods in range(1, players // MIN_POD_SIZE + 1)]
    return [split for split in found if split]


def _split_for(players: int, rounds: int) -> PodSplit | None:
    """The best of the most even splits whose pods can all play ``rounds``."""
    able = [split for split in even_splits(players) if min(map(max_rounds, split.sizes)) >= rounds]
    return min(able, key=lambda split: split.sort_key, default=None)


def director_notices(sizes: Sequence[int], rounds: int) -> list[DecisionReason]:
    """Return what a director should know before starting: nothing here is refused.

    An event is sanctioned from eight players and three rounds on (DRF-4.5, ENE-X.2).
    """
    found = []
    if sum(sizes) < SANCTIONED_PLAYERS or rounds < SANCTIONED_ROUNDS:
        found.append(
            DecisionReason("below_sanctioning_minimum", {"players": SANCTIONED_PLAYERS, "rounds": SANCTIONED_ROUNDS})
        )
    too_small = sorted({size for size in sizes if max_rounds(size) < rounds})
    return found + [
        DecisionReason("too_many_rounds", {"pod_size": size, "possible": max_rounds(size)}) for size in too_small
    ]
