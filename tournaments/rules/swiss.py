"""The next round of a whole tournament: its pods, each paired within itself (DRF-4.1, DRF-4.2), or all across them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gameplay.engine.core.chance import Stream
from tournaments.rules.alternatives import KINDS, Alternative
from tournaments.rules.groups import group_of
from tournaments.rules.history import Tournament
from tournaments.rules.pairing import Pairing, pair_group
from tournaments.rules.parts import Parts
from tournaments.rules.reasons import Reason


def pair_round(tournament: Tournament, *, seed: bytes) -> Pairing:
    """Return the next round; each pod draws from a stream of its own under ``seed``."""
    label = f"pairing/{tournament.next_round}"
    if not any(entry.plays_in(tournament.next_round) for entry in tournament.entries):
        return Pairing(possible=False, why=(Reason("nobody_plays"),))
    if tournament.across or not tournament.pods:
        return pair_group(group_of(tournament), Stream(seed, label))
    parts = Parts(tournament)
    pairings = [
        pair_group(group_of(parts.of(pod), pod), Stream(seed, f"{label}/{number}"))
        for number, pod in enumerate(tournament.pods, 1)
    ]
    if all(pairing.possible for pairing in pairings):
        return _joined(pairings)
    found = [*_offered(pairings), *_across(tournament, parts, pairings, Stream(seed, f"{label}/across"))]
    least_bad_first = sorted(found, key=lambda each: (KINDS.index(each.kind), each.rematches))
    return Pairing(possible=False, why=_why(pairings), alternatives=tuple(least_bad_first))


def _joined(pairings: Sequence[Pairing]) -> Pairing:
    return Pairing(
        pairs=tuple(pair for pairing in pairings for pair in pairing.pairs),
        byes=tuple(player for pairing in pairings for player in pairing.byes),
        cost=sum(pairing.cost or 0 for pairing in pairings),
        optimal=True,
        why=_why(pairings),
    )


def _why(pairings: Sequence[Pairing]) -> tuple[Reason, ...]:
    return tuple(
        replace(reason, details={"pod": number, **reason.details})
        for number, pairing in enumerate(pairings, 1)
        for reason in pairing.why
    )


def _offered(pairings: Sequence[Pairing]) -> Iterator[Alternative]:
    """The n-th alternative of each stuck pod, the last one where there are fewer, with the other pods as paired."""
    stuck = [pairing.alternatives for pairing in pairings if not pairing.possible]
    others = [pairing for pairing in pairings if pairing.possible]
    if not all(stuck):
        return
    for place in range(max(map(len, stuck))):
        chosen = [offered[min(place, len(offered) - 1)] for offered in stuck]
        kind = max((each.kind for each in chosen), key=KINDS.index)
        yield _whole(kind, [*chosen, *others], rematches=sum(each.rematches for each in chosen))


def _across(tournament: Tournament, parts: Parts, pairings: Sequence[Pairing], stream: Stream) -> Iterator[Alternative]:
    """The one stuck pod joined with each other pod in turn, where that frees it."""
    stuck = [number for number, pairing in enumerate(pairings) if not pairing.possible]
    for number in range(len(pairings) if len(stuck) == 1 else 0):
        members = (*tournament.pods[stuck[0]], *tournament.pods[number])
        if number not in stuck and (joint := pair_group(group_of(parts.of(members), members), stream)).possible:
            yield _whole("across_pods", [joint, *_without(pairings, stuck[0], number)])


def _without(pairings: Sequence[Pairing], *left_out: int) -> list[Pairing]:
    return [pairing for number, pairing in enumerate(pairings) if number not in left_out]


def _whole(kind: str, parts: Sequence[Pairing | Alternative], *, rematches: int = 0) -> Alternative:
    pairs = tuple(pair for part in parts for pair in part.pairs)
    return Alternative(kind, pairs, tuple(player for part in parts for player in part.byes), rematches)
