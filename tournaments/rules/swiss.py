"""Pair the next Swiss round of a tournament, inside each pod or across all pods (DRF-4.1, DRF-4.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gameplay.engine.core.chance import RandomStream
from tournaments.rules.alternatives import ALTERNATIVE_KINDS, PairingAlternative
from tournaments.rules.components import TournamentComponents
from tournaments.rules.groups import next_group
from tournaments.rules.history import Tournament
from tournaments.rules.pairing import RoundPairing, pair_group
from tournaments.rules.reasons import DecisionReason


def pair_round(tournament: Tournament, *, seed: bytes) -> RoundPairing:
    """Return the next round; each pod has its own random stream, derived from ``seed``."""
    label = f"pairing/{tournament.next_round}"
    if not any(entry.plays_in(tournament.next_round) for entry in tournament.entries):
        return RoundPairing(possible=False, reasons=(DecisionReason("nobody_plays"),))
    if tournament.across or not tournament.pods:
        return pair_group(next_group(tournament), RandomStream(seed, label))
    parts = TournamentComponents(tournament)
    pairings = [
        pair_group(next_group(parts.component_of(pod), pod), RandomStream(seed, f"{label}/{number}"))
        for number, pod in enumerate(tournament.pods, 1)
    ]
    if all(pairing.possible for pairing in pairings):
        return _joined(pairings)
    alternatives = [*_offered(pairings), *_across(tournament, parts, pairings, RandomStream(seed, f"{label}/across"))]
    by_harm = sorted(alternatives, key=lambda each: (ALTERNATIVE_KINDS.index(each.kind), each.rematches))
    return RoundPairing(possible=False, reasons=_reasons(pairings), alternatives=tuple(by_harm))


def _joined(pairings: Sequence[RoundPairing]) -> RoundPairing:
    return RoundPairing(
        pairs=tuple(pair for pairing in pairings for pair in pairing.pairs),
        byes=tuple(player for pairing in pairings for player in pairing.byes),
        cost=sum(pairing.cost or 0 for pairing in pairings),
        optimal=True,
        reasons=_reasons(pairings),
    )


def _reasons(pairings: Sequence[RoundPairing]) -> tuple[DecisionReason, ...]:
    return tuple(
        replace(reason, details={"pod": number, **reason.details})
        for number, pairing in enumerate(pairings, 1)
        for reason in pairing.reasons
    )


def _offered(pairings: Sequence[RoundPairing]) -> Iterator[PairingAlternative]:
    """Yield combinations of the n-th alternatives of all stuck pods, with the pairings of the other pods.

    A pod with fewer alternatives contributes its last one.
    """
    stuck = [pairing.alternatives for pairing in pairings if not pairing.possible]
    others = [pairing for pairing in pairings if pairing.possible]
    if not all(stuck):
        return
    for place in range(max(map(len, stuck))):
        chosen = [offered[min(place, len(offered) - 1)] for offered in stuck]
        kind = max((each.kind for each in chosen), key=ALTERNATIVE_KINDS.index)
        yield _combined(kind, [*chosen, *others], rematches=sum(each.rematches for each in chosen))


def _across(
    tournament: Tournament, parts: TournamentComponents, pairings: Sequence[RoundPairing], stream: RandomStream
) -> Iterator[PairingAlternative]:
    """Yield pairings in which a single stuck pod is merged with another pod, if that makes a legal pairing."""
    stuck = [number for number, pairing in enumerate(pairings) if not pairing.possible]
    for number in range(len(pairings) if len(stuck) == 1 else 0):
        members = (*tournament.pods[stuck[0]], *tournament.pods[number])
        if (
            number not in stuck
            and (joint := pair_group(next_group(parts.component_of(members), members), stream)).possible
        ):
            yield _combined("across_pods", [joint, *_without(pairings, stuck[0], number)])


def _without(pairings: Sequence[RoundPairing], *left_out: int) -> list[RoundPairing]:
    return [pairing for number, pairing in enumerate(pairings) if number not in left_out]


def _combined(
    kind: str, parts: Sequence[RoundPairing | PairingAlternative], *, rematches: int = 0
) -> PairingAlternative:
    pairs = tuple(pair for part in parts for pair in part.pairs)
    return PairingAlternative(kind, pairs, tuple(player for part in parts for player in part.byes), rematches)
